/**
 * The authorization code grant with PKCE (RFC 7636), as plain data: the request that the browser
 * takes to the issuer, and the answer that it brings back.
 */
import { base64url } from './base64url.js';

/** The sign-in settings of the nodes, from `config.json` beside the page. */
export interface SignInConfig {
  readonly issuer: string;
  readonly clientId: string;
}

/** The members of the issuer's metadata (RFC 8414) that are used. */
export interface IssuerMetadata {
  readonly issuer: string;
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
  readonly revocation_endpoint?: string;
  /** An extension that only `skein auth` has. */
  readonly administration_uri?: string;
  readonly dpop_signing_alg_values_supported?: readonly string[];
}

/**
 * The state kept in this tab while the reader is at the issuer. It is worthless without the code,
 * and is removed with the first answer.
 */
export interface PendingSignIn {
  readonly state: string;
  readonly verifier: string;
  /** The place that the reader came from: the part of the address behind the `#`. */
  readonly returnTo: string;
}

/**
 * `none` makes the issuer return at once, without questions, if the user is not signed in there.
 * `login` makes it ask for credentials even if a user is signed in.
 */
export type Prompt = 'none' | 'login';

const RANDOM_BYTES = 32;

export async function beginSignIn(
  { authorization_endpoint }: IssuerMetadata,
  options: {
    readonly clientId: string;
    readonly redirectUri: string;
    readonly returnTo: string;
    readonly prompt: Prompt | undefined;
  },
): Promise<{ readonly url: string; readonly pending: PendingSignIn }> {
  const verifier = randomText();
  const state = randomText();
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  const url = new URL(authorization_endpoint);
  const parameters = {
    response_type: 'code',
    client_id: options.clientId,
    redirect_uri: options.redirectUri,
    state,
    code_challenge: base64url(new Uint8Array(digest)),
    code_challenge_method: 'S256',
    ...(options.prompt === undefined ? {} : { prompt: options.prompt }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return { url: url.href, pending: { state, verifier, returnTo: options.returnTo } };
}

function randomText(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)));
}

type SignInAnswer =
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly error: string; readonly description: string }
  | { readonly kind: 'code'; readonly code: string };

/**
 * Reads the query with which the issuer sent the browser back. An answer to another request, or
 * from another issuer (RFC 9207), is refused.
 */
export function readAnswer(
  search: string,
  pending: PendingSignIn | undefined,
  issuer: string,
): SignInAnswer {
  const answer = new URLSearchParams(search);
  const state = answer.get('state');
  if (state === null) return { kind: 'none' };
  if (pending === undefined || pending.state !== state) return refused('state_mismatch');
  const from = answer.get('iss');
  if (from !== null && from !== issuer) return refused('issuer_mismatch');
  const error = answer.get('error');
  if (error !== null) return refused(error, answer.get('error_description') ?? '');
  const code = answer.get('code');
  return code === null ? refused('no_code') : { kind: 'code', code };
}

function refused(error: string, description = ''): SignInAnswer {
  return { kind: 'refused', error, description };
}
