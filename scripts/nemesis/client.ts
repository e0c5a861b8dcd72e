/**
 * A client with a short limit for each request: an outcome that it does not know counts as unknown.
 */
import { answeredJson } from '../trusted_json.ts';

/** The members of a body that is not looked into. */
type AnyBody = Readonly<Record<string, unknown>>;

export interface Reply<Body = AnyBody> {
  readonly status: number;
  readonly body: Body;
}

/**
 * Sends a request; `undefined` means that no answer came and the request may or may not have been
 * executed.
 */
export async function request<Body = AnyBody>(
  url: string,
  method: string,
  path: string,
  options: { readonly body?: string; readonly timeoutMs?: number } = {},
): Promise<Reply<Body> | undefined> {
  try {
    const answer = await fetch(`${url}${path}`, {
      method,
      body: options.body ?? null,
      headers: options.body === undefined ? {} : { 'content-type': typeOf(path) },
      signal: AbortSignal.timeout(options.timeoutMs ?? 10_000),
    });
    return { status: answer.status, body: await answeredJson<Body>(answer) };
  } catch {
    return undefined;
  }
}

function typeOf(path: string): string {
  return path.includes('/_bulk') ? 'application/x-ndjson' : 'application/json';
}
