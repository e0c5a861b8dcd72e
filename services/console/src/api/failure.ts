/** An answer that is an error, in the API's words. */
export class ApiFailure extends Error {
  readonly status: number;
  /** As in the API: `index_not_found_exception`, … */
  readonly type: string;

  constructor(status: number, type: string, reason: string) {
    super(reason);
    this.status = status;
    this.type = type;
  }

  /** The token does not reach; whoever is signed in may not do this. */
  get isForbidden(): boolean {
    return this.status === 403;
  }
}
