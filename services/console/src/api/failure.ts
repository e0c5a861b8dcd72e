/** The thrown value as an error. Errors of another realm are no instances of this one's class. */
export function errorOf(thrown: unknown): Error {
  return isError(thrown) ? thrown : new Error(String(thrown));
}

function isError(thrown: unknown): thrown is Error {
  if (typeof thrown !== 'object' || thrown === null) return false;
  if (!('name' in thrown && 'message' in thrown)) return false;
  return typeof thrown.name === 'string' && typeof thrown.message === 'string';
}

/** An error answer, in the API's words. */
export class ApiFailure extends Error {
  readonly status: number;
  /** The error's type in the API, as in `index_not_found_exception`. */
  readonly type: string;

  constructor(status: number, type: string, reason: string) {
    super(reason);
    this.status = status;
    this.type = type;
  }

  /** True when the token does not allow the request. */
  get isForbidden(): boolean {
    return this.status === 403;
  }
}
