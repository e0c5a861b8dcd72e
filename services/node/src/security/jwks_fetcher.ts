/** Gets an issuer's key set over HTTP: two seconds, 64 KiB, no redirects. */
import { ApiError } from '@skein/errors';
import type { JwksDocument, JwksFetcher } from '@skein/oauth';

const TIMEOUT_MS = 2000;
const LARGEST_BYTES = 64 * 1024;

/** Asks `url` for the keys each time. */
export function jwksFetcher(url: string): JwksFetcher {
  return async () => keySet(url, await fetchJson(url));
}

/** Learns the address of the keys from the issuer's metadata (RFC 8414 §3), once it answers. */
export function discoveringFetcher(issuer: string): JwksFetcher {
  let jwksUri: string | undefined;
  return async () => {
    jwksUri ??= await discover(issuer);
    return keySet(jwksUri, await fetchJson(jwksUri));
  };
}

async function discover(issuer: string): Promise<string> {
  const { origin, pathname } = new URL(issuer);
  const path = pathname === '/' ? '' : pathname;
  const url = `${origin}/.well-known/oauth-authorization-server${path}`;
  const { issuer: named, jwks_uri: jwksUri } = await fetchJson(url);
  if (named !== issuer) throw unusable(url, 'it names another issuer');
  if (typeof jwksUri !== 'string') throw unusable(url, 'it names no jwks_uri');
  return jwksUri;
}

function keySet(url: string, { keys }: Readonly<Record<string, unknown>>): JwksDocument {
  if (!Array.isArray(keys)) throw unusable(url, 'no list of keys');
  return { keys };
}

async function fetchJson(url: string): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
  const bytes = response.ok ? await readAtMost(response, LARGEST_BYTES) : undefined;
  if (bytes === undefined) throw unusable(url, `status ${response.status} or too long`);
  const document: unknown = JSON.parse(new TextDecoder().decode(bytes));
  if (typeof document !== 'object' || document === null) throw unusable(url, 'not an object');
  return document as Readonly<Record<string, unknown>>;
}

/** The whole body, `undefined` when it is longer than `limit`. */
async function readAtMost(response: Response, limit: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function unusable(url: string, why: string): ApiError {
  return new ApiError('exception', `[${url}] cannot be used: ${why}`);
}
