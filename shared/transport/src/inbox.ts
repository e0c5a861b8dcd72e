/** Assembles chunked messages. It throws on anything that the sender did not announce. */
import { crc32 } from '@skein/bytes';
import { ApiError } from '@skein/errors';
import { CHUNK_BYTES, type Frame } from './frame.js';

/** Limit of one message, and of all unfinished messages on one link together. */
export const MAX_MESSAGE_BYTES = 1024 * 1024 * 1024;

interface Assembly {
  readonly first: Frame;
  readonly payload: Uint8Array;
  received: number;
}

export class Inbox {
  readonly #assemblies = new Map<number, Assembly>();
  #announcedBytes = 0;

  announce(first: Frame): void {
    // Each message takes an entry, so without this check the limit of bytes would not limit the
    // number of entries.
    if (first.payloadLength <= CHUNK_BYTES) throw broken('too short for chunks');
    this.#announcedBytes += first.payloadLength;
    if (this.#announcedBytes > MAX_MESSAGE_BYTES) throw broken('too many bytes announced');
    if (this.#assemblies.has(first.requestId)) throw broken('announced twice');
    const payload = new Uint8Array(first.payloadLength);
    this.#assemblies.set(first.requestId, { first, payload, received: 0 });
  }

  /**
   * Adds a chunk; returns the whole message after its last chunk. A chunk of an unknown message is
   * dropped.
   */
  add(chunk: Frame): Frame | undefined {
    const assembly = this.#assemblies.get(chunk.requestId);
    if (assembly === undefined) return undefined;
    const { first, payload, received } = assembly;
    const { head, payload: part } = chunk;
    if (head.length !== 4) throw broken('chunk without checksum');
    const checksum = new DataView(head.buffer, head.byteOffset, 4).getUint32(0);
    if (checksum !== crc32(part)) throw broken('wrong chunk checksum');
    if (received + part.length > payload.length) throw broken('more than announced');
    payload.set(part, received);
    assembly.received += part.length;
    if (assembly.received < payload.length) return undefined;
    this.forget(chunk.requestId);
    return { ...first, chunked: false, payload };
  }

  forget(requestId: number): void {
    const assembly = this.#assemblies.get(requestId);
    if (assembly === undefined) return;
    this.#assemblies.delete(requestId);
    this.#announcedBytes -= assembly.payload.length;
  }
}

function broken(why: string): ApiError {
  return new ApiError('corrupt_state_exception', `broken message: ${why}`);
}
