/** The body of a short request that comes in several pieces. */
import type { Socket } from 'node:net';
import { plainBytes } from '@skein/bytes';
import { checkPieces, type Pieces, piecesOf } from './body_pieces.js';
import type { BodyReading } from './wire.js';

interface Reading extends Pick<BodyReading, 'stalled' | 'grow'> {
  readonly pieces: Pieces;
  resolve(body: Uint8Array): void;
  reject(fault: unknown): void;
}

export class ShortBody {
  readonly #socket: Socket;
  readonly #declaredBytes: number;
  /** The bytes that came with the head; the rest waits in the socket until the body is read. */
  readonly #first: Buffer;
  #receivedBytes = 0;
  #receivedPieces = 0;
  #reading: Reading | undefined;
  /** The first fault; the body is not kept any more. */
  #fault: { readonly cause: unknown } | undefined;

  constructor(socket: Socket, declaredBytes: number, first: Buffer) {
    this.#socket = socket;
    this.#declaredBytes = declaredBytes;
    this.#first = first;
    socket.pause();
  }

  get isWhole(): boolean {
    return this.#receivedBytes === this.#declaredBytes;
  }

  /**
   * Reads the body. Rejects with an ApiError when it comes in too many pieces, or when there is no
   * room for it; with the fault that was told if the body had failed before.
   */
  read({ stalled, grow }: BodyReading): Promise<Uint8Array> {
    if (this.#fault !== undefined) return Promise.reject(this.#fault.cause);
    return new Promise((resolve, reject) => {
      this.#reading = { stalled, grow, pieces: piecesOf(this.#declaredBytes), resolve, reject };
      stalled.watch(this.#socket);
      this.add(this.#first);
      this.#socket.resume();
    });
  }

  /** Takes the next chunk of the connection; returns what lies behind the body. */
  add(chunk: Buffer): Buffer | undefined {
    const missingBytes = this.#declaredBytes - this.#receivedBytes;
    const own = chunk.length > missingBytes ? chunk.subarray(0, missingBytes) : chunk;
    this.#receivedBytes += own.length;
    this.#receivedPieces++;
    this.#keep(own);
    return own === chunk ? undefined : chunk.subarray(missingBytes);
  }

  /** Ends the reading with a fault. The rest of the body is dropped as it comes. */
  fail(fault: unknown): void {
    this.#fault ??= { cause: fault };
    const reading = this.#reading;
    if (reading === undefined) return;
    this.#reading = undefined;
    reading.stalled.unwatch(this.#socket);
    reading.pieces.drop();
    reading.reject(fault);
  }

  #keep(piece: Buffer): void {
    const reading = this.#reading;
    if (reading === undefined) return;
    try {
      checkPieces(this.#receivedPieces, this.#receivedBytes);
      reading.grow(piece.length);
      reading.pieces.add(piece);
    } catch (fault) {
      this.fail(fault);
      return;
    }
    if (!this.isWhole) return;
    this.#reading = undefined;
    reading.stalled.unwatch(this.#socket);
    reading.resolve(plainBytes(reading.pieces.joined()));
  }
}
