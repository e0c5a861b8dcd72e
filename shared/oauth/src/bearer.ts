/**
 * The `Authorization` header of a protected request (RFC 6750 §2.1) and the challenge in its
 * response (§3).
 */

/** The token; undefined if there is none, null if the header is malformed or of another scheme. */
export function bearerToken(header: string | undefined): string | undefined | null {
  if (header === undefined) return undefined;
  const match = /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i.exec(header);
  return match?.[1] ?? null;
}

/** The token of the DPoP scheme (RFC 9449 §7.1); undefined for another scheme. */
export function dpopToken(header: string | undefined): string | undefined {
  return /^DPoP +([A-Za-z0-9._~+/-]+=*) *$/i.exec(header ?? '')?.[1];
}

export interface Challenge {
  /** `Bearer` if absent. */
  readonly scheme?: 'Bearer' | 'DPoP';
  readonly realm: string;
  readonly error?:
    | 'invalid_request'
    | 'invalid_token'
    | 'insufficient_scope'
    | 'invalid_dpop_proof'
    | 'use_dpop_nonce';
  readonly description?: string;
  readonly scope?: string;
  /** Algorithms of proofs (RFC 9449 §7.1). */
  readonly algs?: string;
  /** Address of the resource metadata (RFC 9728 §5.1). */
  readonly resourceMetadata?: string;
}

/**
 * A `WWW-Authenticate` value. Characters outside the quotable ASCII of RFC 6750 §3 are
 * percent-encoded.
 */
export function challengeHeader(challenge: Challenge): string {
  const parameters: [string, string | undefined][] = [
    ['realm', challenge.realm],
    ['error', challenge.error],
    ['error_description', challenge.description],
    ['scope', challenge.scope],
    ['algs', challenge.algs],
    ['resource_metadata', challenge.resourceMetadata],
  ];
  const shown = parameters
    .filter((pair): pair is [string, string] => pair[1] !== undefined)
    .map(([name, value]) => `${name}="${quotable(value)}"`);
  return `${challenge.scheme ?? 'Bearer'} ${shown.join(', ')}`;
}

function quotable(value: string): string {
  return value.replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/gu, (character) => {
    try {
      return encodeURIComponent(character);
    } catch {
      return '%EF%BF%BD';
    }
  });
}
