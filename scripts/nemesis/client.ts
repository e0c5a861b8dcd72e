/**
 * A client with a short limit for each request: an outcome that it does not know counts as unknown.
 */

export interface Reply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * Sends a request; `undefined` means that no answer came and the request may or may not have been
 * executed.
 */
export async function request(
  url: string,
  method: string,
  path: string,
  options: { readonly body?: string; readonly timeoutMs?: number } = {},
): Promise<Reply | undefined> {
  try {
    const answer = await fetch(`${url}${path}`, {
      method,
      body: options.body ?? null,
      headers: options.body === undefined ? {} : { 'content-type': typeOf(path) },
      signal: AbortSignal.timeout(options.timeoutMs ?? 10_000),
    });
    return { status: answer.status, body: (await answer.json()) as Reply['body'] };
  } catch {
    return undefined;
  }
}

function typeOf(path: string): string {
  return path.includes('/_bulk') ? 'application/x-ndjson' : 'application/json';
}
