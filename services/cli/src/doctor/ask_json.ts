/** Sends a GET request whose answer is a JSON object. */
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '@skein/content';
import type { HttpClient } from '@skein/platform';

const TIMEOUT_MS = 10_000;
const MOST_BYTES = 1024 * 1024;

/** The answer, or a text that says why there is none. */
export async function askJson(client: HttpClient, url: string): Promise<JsonObject | string> {
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
    if (status !== 200) return `[${url}] returned status ${status}`;
    return objectIn(body) ?? `[${url}] returned no JSON object`;
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}

function objectIn(body: Uint8Array): JsonObject | undefined {
  let json: JsonValue;
  try {
    json = parseJson(body);
  } catch {
    return undefined;
  }
  return isJsonObject(json) ? json : undefined;
}
