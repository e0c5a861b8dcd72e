/**
 * The answer of a server as JSON. Throws, with what it said, for any that is not good: figures of a
 * request that failed would count for nothing. `body`: a text goes as it is.
 */
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
  return JSON.parse(text) as T;
}
