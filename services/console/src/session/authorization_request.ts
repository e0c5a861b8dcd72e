/**
 * The authorization code grant with PKCE (RFC 7636), as plain data: what the browser is sent with,
 * and what it comes back with.
 */
import { base64url } from './base64url.js';

/** How the nodes let people sign in: `config.json` beside the page. */
export interface SignInConfig {
  readonly issuer: string;
  readonly clientId: string;
}

/** What of the issuer's metadata (RFC 8414) is used. */
export interface IssuerMetadata {
  readonly issuer: string;
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
  readonly revocation_endpoint?: string;
  /** Of `skein auth` alone. */
  readonly administration_uri?: string;
  readonly dpop_signing_alg_values_supported?: readonly string[];
}

/**
 * Kept in this tab while its reader is at the issuer. It opens nothing without the code, and is
 * taken away with the first answer.
 */
export interface PendingSignIn {
  readonly state: string;
  readonly verifier: string;
  /** Where the reader was: the part behind the `#`. */
  readonly returnTo: string;
}

/**
 * `none`: not to ask, but to come back at once when nobody is signed in at the issuer. `login`: to
 * ask who they are, even if somebody is.
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
 * `search`: the query the issuer sent the browser back with. An answer to another request, or from
 * another issuer (RFC 9207), is refused.
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
