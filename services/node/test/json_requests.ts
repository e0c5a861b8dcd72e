/** Requests to a running node whose bodies and answers are JSON. */

export interface JsonAnswer<T> {
  readonly status: number;
  readonly json: T;
}

/** Sends requests to the node at this URL. A text is sent as it is, anything else as JSON. */
export function requestAt(url: () => string) {
  return async <T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<JsonAnswer<T>> => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await fetch(`${url()}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: text }),
    });
    return { status: answer.status, json: (await answer.json()) as T };
  };
}

/** As `requestAt`, for requests that must succeed: resolves with the answer's JSON. */
export function answeredAt(url: () => string) {
  const request = requestAt(url);
  return async <T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<T> => {
    const { status, json } = await request<T>(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(json)}`);
    return json;
  };
}
