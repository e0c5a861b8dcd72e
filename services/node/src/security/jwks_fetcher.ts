/** Gets an issuer's key set over HTTP: two seconds, 64 KiB, no redirects. */
import { ApiError } from '@skein/errors';
import type { JwksDocument, JwksFetcher } from '@skein/oauth';

const TIMEOUT_MS = 2000;
const LARGEST_BYTES = 64 * 1024;

export function jwksFetcher(url: string): JwksFetcher {
  return async () => {
    const response = await fetch(url, {
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const bytes = response.ok ? await readAtMost(response, LARGEST_BYTES) : undefined;
    if (bytes === undefined) throw unusable(url, `status ${response.status} or too long`);
    const document: unknown = JSON.parse(new TextDecoder().decode(bytes));
    const { keys } = document as { keys?: unknown };
    if (!Array.isArray(keys)) throw unusable(url, 'no list of keys');
    return document as JwksDocument;
  };
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
  return new ApiError('exception', `key set [${url}] cannot be used: ${why}`);
}
