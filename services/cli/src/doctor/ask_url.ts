/** Sends one GET request to an address. */
import type { HttpClient } from '@skein/platform';

const TIMEOUT_MS = 10_000;
const MOST_BYTES = 1024 * 1024;

/** The answer's body, or a text that says why there is none. */
export async function askUrl(client: HttpClient, url: string): Promise<Uint8Array | string> {
  if (!URL.canParse(url)) return `[${url}] is not a URL`;
  const { protocol, hostname, port, pathname, search } = new URL(url);
  const isSecured = protocol === 'https:';
  try {
    const { status, body } = await client.ask({
      method: 'GET',
      scheme: isSecured ? 'https' : 'http',
      host: hostname,
      port: port === '' ? (isSecured ? 443 : 80) : Number(port),
      path: `${pathname}${search}`,
      headers: {},
      body: undefined,
      connectTimeoutMs: TIMEOUT_MS,
      silenceTimeoutMs: TIMEOUT_MS,
      maxAnswerBytes: MOST_BYTES,
      signal: AbortSignal.timeout(2 * TIMEOUT_MS),
    });
    return status === 200 ? body : `[${url}] returned status ${status}`;
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}
