/** Gets an issuer's key set over HTTP: two seconds, 64 KiB, no redirects. */
import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { ApiError } from '@skein/errors';
import type { JwksDocument, JwksFetcher } from '@skein/oauth';

const TIMEOUT_MS = 2000;
const LARGEST_BYTES = 64 * 1024;

/** Authorities in PEM to trust instead of the usual ones. */
export type Authorities = string | undefined;

/** Asks `url` for the keys each time. */
export function jwksFetcher(url: string, ca?: Authorities): JwksFetcher {
  return async () => keySet(url, await fetchJson(url, ca));
}

/** Learns the address of the keys from the issuer's metadata (RFC 8414 §3), once it answers. */
export function discoveringFetcher(issuer: string, ca?: Authorities): JwksFetcher {
  let jwksUri: string | undefined;
  return async () => {
    jwksUri ??= await discover(issuer, ca);
    return keySet(jwksUri, await fetchJson(jwksUri, ca));
  };
}

async function discover(issuer: string, ca: Authorities): Promise<string> {
  const { origin, pathname } = new URL(issuer);
  const path = pathname === '/' ? '' : pathname;
  const url = `${origin}/.well-known/oauth-authorization-server${path}`;
  const { issuer: named, jwks_uri: jwksUri } = await fetchJson(url, ca);
  if (named !== issuer) throw unusable(url, 'it names another issuer');
  if (typeof jwksUri !== 'string') throw unusable(url, 'it names no jwks_uri');
  return jwksUri;
}

function keySet(url: string, { keys }: Readonly<Record<string, unknown>>): JwksDocument {
  if (!Array.isArray(keys)) throw unusable(url, 'no list of keys');
  return { keys };
}

async function fetchJson(url: string, ca: Authorities): Promise<Readonly<Record<string, unknown>>> {
  const document: unknown = JSON.parse(await get(url, ca));
  if (typeof document !== 'object' || document === null) throw unusable(url, 'not an object');
  return document as Readonly<Record<string, unknown>>;
}

function get(url: string, ca: Authorities): Promise<string> {
  const request = url.startsWith('https:') ? requestSecure : requestPlain;
  const trust = ca === undefined ? {} : { ca };
  return new Promise((resolve, reject) => {
    const options = { ...trust, signal: AbortSignal.timeout(TIMEOUT_MS) };
    const asked = request(url, options, (response) => {
      response.once('error', reject);
      if (response.statusCode !== 200) {
        response.destroy();
        reject(unusable(url, `status ${response.statusCode}`));
        return;
      }
      const chunks: Buffer[] = [];
      let length = 0;
      response.on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (length > LARGEST_BYTES) response.destroy(unusable(url, 'too long'));
        else chunks.push(chunk);
      });
      response.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    });
    asked.once('error', reject);
    asked.end();
  });
}

function unusable(url: string, why: string): ApiError {
  return new ApiError('exception', `[${url}] cannot be used: ${why}`);
}
