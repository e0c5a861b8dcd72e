/**
 * Memory for long replies of search threads, which is used again once a client has the response. A
 * new buffer for each page of some hundred kilobytes would have V8 collect the whole heap of the
 * main thread after every thirty megabytes, since buffers count against a limit of their own.
 *
 * Giving back is voluntary: memory that nobody gives back is collected like any other. So only a
 * caller that knows all users of a reply gives its memory back.
 */

/** Shorter replies cost less in new memory than a buffer of full length that is held for them. */
const LEAST_BYTES = 64 * 1024;
/** Length of each buffer: a longer reply comes in memory of its own. */
const BUFFER_BYTES = 256 * 1024;
/** Limit of the buffers that wait for their next use. */
const MAX_FREE = 4;

export class ReplyMemory {
  readonly #free: ArrayBuffer[] = [];
  readonly #lent = new WeakSet<ArrayBufferLike>();

  /** A copy of the reply, valid until its memory is given back. */
  copyOf(reply: Uint8Array): Uint8Array {
    const { length } = reply;
    if (length < LEAST_BYTES || length > BUFFER_BYTES) return Buffer.from(reply);
    const buffer = this.#free.pop() ?? new ArrayBuffer(BUFFER_BYTES);
    this.#lent.add(buffer);
    const copy = new Uint8Array(buffer, 0, length);
    copy.set(reply);
    return copy;
  }

  /**
   * Takes the memory of these pieces back, if it is from here. Nothing may refer to it any more,
   * neither through these pieces nor through other views.
   */
  giveBack(pieces: readonly Uint8Array[]): void {
    for (const { buffer } of pieces) {
      if (!(buffer instanceof ArrayBuffer) || !this.#lent.delete(buffer)) continue;
      if (this.#free.length < MAX_FREE) this.#free.push(buffer);
    }
  }
}
