/** What is asked of the API. */
export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';

export interface Question {
  readonly method?: Method;
  /** From the root of the API, with a slash before it. */
  readonly path: string;
  /** A text goes as it is, lines of `_bulk` and `_msearch` among them. */
  readonly body?: object | string | undefined;
  readonly signal?: AbortSignal | undefined;
}
