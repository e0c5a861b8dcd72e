/** A request to the API. */
export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';

export interface Question {
  readonly method?: Method;
  /** The path from the root of the API, with a leading slash. */
  readonly path: string;
  /** A string is sent unchanged, such as the lines of `_bulk` and `_msearch`. */
  readonly body?: object | string | undefined;
  readonly signal?: AbortSignal | undefined;
}
