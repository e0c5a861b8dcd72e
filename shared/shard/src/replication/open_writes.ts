/**
 * The writes of a primary that the copies have not acknowledged yet, by number. A write is opened
 * when its operations are passed to the machine, and ends once: with the copies that have it, or
 * with an error.
 */
import type { ApiError } from '@skein/errors';

/** The numbers of copies on which a write succeeded and failed. */
export interface WrittenCopies {
  readonly successful: number;
  readonly failed: number;
}

interface OpenWrite {
  readonly ended: Promise<WrittenCopies>;
  readonly resolve: (copies: WrittenCopies) => void;
  readonly reject: (error: ApiError) => void;
}

export class OpenWrites {
  readonly #writes = new Map<number, OpenWrite>();

  open(number: number): void {
    const { promise, resolve, reject } = Promise.withResolvers<WrittenCopies>();
    // Nobody may wait for it.
    promise.catch(() => undefined);
    this.#writes.set(number, { ended: promise, resolve, reject });
  }

  /** The ends of the writes from number `from` on. */
  endsFrom(from: number): Promise<readonly WrittenCopies[]> {
    const open = [...this.#writes].filter(([number]) => number >= from);
    return Promise.all(open.map(([, { ended }]) => ended));
  }

  /** Does nothing if the write has ended. */
  acknowledge(number: number, copies: WrittenCopies): void {
    this.#take(number)?.resolve(copies);
  }

  /** Does nothing if the write has ended. */
  refuse(number: number, error: ApiError): void {
    this.#take(number)?.reject(error);
  }

  refuseAll(error: ApiError): void {
    for (const number of [...this.#writes.keys()]) this.refuse(number, error);
  }

  #take(number: number): OpenWrite | undefined {
    const found = this.#writes.get(number);
    this.#writes.delete(number);
    return found;
  }
}
