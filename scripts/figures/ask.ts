/**
 * Resolves with a server's answer as JSON. Throws an error that contains the answer for any
 * unsuccessful status: figures of a failed request would be meaningless. A `body` that is a string
 * is sent unchanged.
 */
import { trustedJson } from '../trusted_json.ts';
export async function askFor<T = object>(
  url: string,
  method: string,
  path: string,
  body?: object | string,
): Promise<T> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url}${path}: ${text.slice(0, 500)}`);
  return trustedJson<T>(text);
}
