/** The authorization code flow from a client's side. */
import { createHash } from 'node:crypto';
import type { TestAuth } from './auth_service.js';
import { TestBrowser } from './test_browser.js';

export const REDIRECT = 'https://app.example/cb';
export const VERIFIER = 'v'.repeat(43);
export const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');

export type Parameters = Readonly<Record<string, string | undefined>>;

export interface TokenReply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, string>;
}

/** The address of a valid request of the client `web`; undefined omits a parameter. */
export function authorizeUrl(changes: Parameters = {}, path = '/authorize'): string {
  const usual = {
    response_type: 'code',
    client_id: 'web',
    redirect_uri: REDIRECT,
    state: 'st4te',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
  };
  return `${path}?${encoded({ ...usual, ...changes })}`;
}

/** Signs in, consents, and returns the parameters of the response. */
export async function authorized(
  auth: TestAuth,
  changes: Parameters = {},
  browser = new TestBrowser(auth),
): Promise<URLSearchParams> {
  const consent = await browser.signIn(await browser.open(authorizeUrl(changes)));
  const { location } = await browser.submit(consent, { decision: 'allow' });
  const url = new URL(location);
  return new URLSearchParams(url.search || url.hash.slice(1));
}

export async function postForm(
  auth: TestAuth,
  path: string,
  { fields, headers = {} }: { fields: Parameters; headers?: Record<string, string> },
): Promise<TokenReply> {
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const init = { method: 'POST', body: encoded(fields), headers: { ...type, ...headers } };
  const response = await fetch(auth.url + path, init);
  const text = await response.text();
  const body = text === '' ? {} : (JSON.parse(text) as Record<string, string>);
  return { status: response.status, headers: response.headers, body };
}

/** Redeems a code for the client `web`. */
export function redeem(
  auth: TestAuth,
  code: string,
  changes: Parameters = {},
): Promise<TokenReply> {
  const fields = {
    grant_type: 'authorization_code',
    client_id: 'web',
    redirect_uri: REDIRECT,
    code_verifier: VERIFIER,
    code,
    ...changes,
  };
  return postForm(auth, '/token', { fields });
}

export function refresh(
  auth: TestAuth,
  token: string,
  changes: Parameters = {},
): Promise<TokenReply> {
  const fields = {
    grant_type: 'refresh_token',
    client_id: 'web',
    refresh_token: token,
    ...changes,
  };
  return postForm(auth, '/token', { fields });
}

function encoded(parameters: Parameters): string {
  const given = Object.entries(parameters).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  );
  return new URLSearchParams(given).toString();
}
