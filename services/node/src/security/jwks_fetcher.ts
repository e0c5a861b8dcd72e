/** Fetches an issuer's key set, and other addresses in its metadata. */
import type { JwksDocument, JwksFetcher } from '@skein/oauth';
import { type Authorities, askJson, type JsonAnswer, unusable } from './http_json.js';

const LARGEST_BYTES = 64 * 1024;

/** Fetches the keys from `url` on each call. */
export function jwksFetcher(url: string, ca?: Authorities): JwksFetcher {
  return async () => keySet(url, await askJson(url, { ca, mostBytes: LARGEST_BYTES }));
}

/** Finds the address of the keys in the issuer's metadata (RFC 8414 §3) once it is reachable. */
export function discoveringFetcher(issuer: string, ca?: Authorities): JwksFetcher {
  let jwksUri: string | undefined;
  return async () => {
    jwksUri ??= await discover(issuer, 'jwks_uri', ca);
    return keySet(jwksUri, await askJson(jwksUri, { ca, mostBytes: LARGEST_BYTES }));
  };
}

/** An address in the metadata of an issuer. */
export async function discover(
  issuer: string,
  name: 'jwks_uri' | 'token_endpoint',
  ca: Authorities,
): Promise<string> {
  const { origin, pathname } = new URL(issuer);
  const path = pathname === '/' ? '' : pathname;
  const url = `${origin}/.well-known/oauth-authorization-server${path}`;
  const metadata = await askJson(url, { ca, mostBytes: LARGEST_BYTES });
  if (metadata.issuer !== issuer) throw unusable(url, 'it names another issuer');
  const address = metadata[name];
  if (typeof address !== 'string') throw unusable(url, `it names no ${name}`);
  return address;
}

function keySet(url: string, { keys }: JsonAnswer): JwksDocument {
  if (!Array.isArray(keys)) throw unusable(url, 'no list of keys');
  return { keys };
}
