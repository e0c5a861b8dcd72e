/** The requests of the tour to the two services. */
import { answeredJson, trustedJson } from '../trusted_json.ts';

export interface Credentials {
  readonly client_id: string;
  readonly client_secret: string;
}

/** Gets an access token by the client credentials grant. */
export async function fetchToken(authUrl: string, credentials: Credentials): Promise<string> {
  const body = new URLSearchParams({ grant_type: 'client_credentials', ...credentials });
  const response = await fetch(`${authUrl}/token`, { method: 'POST', body });
  const reply = await answeredJson<{ access_token?: string; error?: string }>(response);
  if (reply.access_token === undefined)
    throw new Error(`no token from ${authUrl}: ${JSON.stringify(reply)}`);
  return reply.access_token;
}

export interface SearchReply {
  readonly took: number;
  readonly hits: {
    readonly total: { readonly value: number; readonly relation: string };
    readonly hits: readonly {
      readonly _id: string;
      readonly _score: number | null;
      readonly _source: object;
    }[];
  };
}

export class SearchClient {
  readonly url: string;
  readonly token: string;

  constructor(url: string, token: string) {
    this.url = url;
    this.token = token;
  }

  /** Resolves with the parsed answer; rejects on any status outside `accept`. */
  async call<T>(
    method: string,
    path: string,
    body?: string | object,
    accept: readonly number[] = [200],
  ): Promise<T> {
    const ndjson = typeof body === 'string';
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(body === undefined
          ? {}
          : { 'content-type': ndjson ? 'application/x-ndjson' : 'application/json' }),
      },
      ...(body === undefined ? {} : { body: ndjson ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!accept.includes(response.status))
      throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`);
    return trustedJson<T>(text);
  }
}
