/**
 * The send queue of one link. A payload over 512 KiB is sent in chunks, which take turns with other
 * large messages and let small ones pass. The receiver grants credit for chunks, so a slow reader
 * delays its sender without filling the sender's memory. A link whose buffer is full is given
 * nothing.
 */
import { Fifo } from '@skein/base';
import { crc32 } from '@skein/bytes';
import { ApiError } from '@skein/errors';
import { CHUNK_BYTES, encodeFrame, type Frame, frame, KIND } from './frame.js';
import type { Link } from './link.js';

/** Number of chunk bytes that may be under way before the receiver grants more. */
export const WINDOW_BYTES = 8 * 1024 * 1024;
/** A link with this much in its buffer is given nothing more. */
const HIGH_WATER_BYTES = 4 * 1024 * 1024;
/** Limit of a link's queue; beyond it messages are refused. */
const MAX_QUEUED_BYTES = 512 * 1024 * 1024;

interface Large {
  readonly requestId: number;
  readonly payload: Uint8Array;
  offset: number;
}

export class Outbox {
  readonly #link: Link;
  readonly #small = new Fifo<Uint8Array>();
  /** Large messages take turns: the first sends a chunk and goes to the end. */
  readonly #large: Large[] = [];
  #queuedBytes = 0;
  #credit = WINDOW_BYTES;

  constructor(link: Link) {
    this.#link = link;
  }

  get queuedBytes(): number {
    return this.#queuedBytes;
  }

  /** Queues a frame. Throws es_rejected_execution_exception when too much waits already. */
  push(one: Frame): void {
    const { payload } = one;
    if (this.#queuedBytes + payload.length > MAX_QUEUED_BYTES) throw full();
    if (payload.length <= CHUNK_BYTES) this.#pushSmall(one);
    else {
      const announced = frame(one.kind, {
        chunked: true,
        action: one.action,
        requestId: one.requestId,
        head: one.head,
        payloadLength: payload.length,
      });
      this.#pushSmall(announced);
      this.#queuedBytes += payload.length;
      this.#large.push({ requestId: one.requestId, payload, offset: 0 });
    }
    this.flush();
  }

  grant(bytes: number): void {
    this.#credit += bytes;
    this.flush();
  }

  /** Drops the rest of a message. */
  drop(requestId: number): void {
    const at = this.#large.findIndex((large) => large.requestId === requestId);
    const [large] = at < 0 ? [] : this.#large.splice(at, 1);
    if (large !== undefined) this.#queuedBytes -= large.payload.length - large.offset;
  }

  flush(): void {
    while (this.#link.bufferedBytes < HIGH_WATER_BYTES) {
      const small = this.#small.shift();
      if (small !== undefined) this.#sendSmall(small);
      else if (this.#large.length === 0 || this.#credit <= 0) return;
      else this.#sendChunk();
    }
  }

  #pushSmall(one: Frame): void {
    const bytes = encodeFrame(one);
    this.#queuedBytes += bytes.length;
    this.#small.push(bytes);
  }

  #sendSmall(bytes: Uint8Array): void {
    this.#queuedBytes -= bytes.length;
    this.#link.send(bytes);
  }

  #sendChunk(): void {
    const large = this.#large.shift();
    if (large === undefined) return;
    const { requestId, payload, offset } = large;
    const part = payload.subarray(offset, offset + CHUNK_BYTES);
    const head = new Uint8Array(4);
    new DataView(head.buffer).setUint32(0, crc32(part));
    large.offset += part.length;
    this.#credit -= part.length;
    this.#queuedBytes -= part.length;
    if (large.offset < payload.length) this.#large.push(large);
    this.#link.send(encodeFrame(frame(KIND.chunk, { requestId, head, payload: part })));
  }
}

function full(): ApiError {
  return new ApiError(
    'es_rejected_execution_exception',
    `rejected: [${MAX_QUEUED_BYTES}] bytes wait for one connection`,
  );
}
