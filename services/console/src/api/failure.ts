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
