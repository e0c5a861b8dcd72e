/** The received pieces of a body, whatever their sizes, and the body that they make. */
import { ApiError } from '@skein/errors';

/**
 * Each piece costs a turn of the parser, however small it is. A body in more pieces than this, with
 * a mean length below that, is an attack. Programs that write a token at a time stay above.
 */
const MANY_PIECES = 100_000;
const SMALLEST_MEAN_BYTES = 8;

/**
 * A body with a longer declared length is assembled as it arrives: joining it at the end would
 * block all other requests.
 */
const SCATTERED_BYTES = 256 * 1024;

/** For a body of this declared length; 0 if it is unknown. */
export function piecesOf(declaredBytes: number): Pieces {
  return declaredBytes > SCATTERED_BYTES ? new WholePieces(declaredBytes) : new ScatteredPieces();
}

/** Throws an ApiError if a body of so many bytes comes in too many pieces. */
export function checkPieces(pieces: number, bytes: number): void {
  if (isSplintered(pieces, bytes)) throw splintered();
}

/**
 * Pieces of at least this length are kept as they are; shorter ones are gathered in buffers of the
 * second size.
 */
const LARGE_PIECE_BYTES = 16 * 1024;
const GATHERED_BYTES = 64 * 1024;

/** The received part of a body. */
export interface Pieces {
  add(chunk: Buffer): void;
  /** The body in one piece; several pieces are copied to memory of their own. */
  joined(): Uint8Array;
  drop(): void;
}

/**
 * Keeps larger pieces as they arrive and copies small ones together. A client can make a hundred
 * million pieces out of a hundred megabytes, and each would keep an object, and with it everything
 * that was read from the socket at once.
 */
class ScatteredPieces implements Pieces {
  #chunks: Buffer[] = [];
  /** A buffer filled up to `#gatheredBytes`. */
  #gathering: Buffer | undefined;
  #gatheredBytes = 0;

  add(chunk: Buffer): void {
    if (this.#chunks.length === 0 || chunk.length >= LARGE_PIECE_BYTES) {
      this.#endGathering();
      this.#chunks.push(chunk);
    } else this.#gather(chunk);
  }

  joined(): Uint8Array {
    this.#endGathering();
    const chunks = this.#chunks;
    const [first] = chunks;
    if (chunks.length === 1 && first !== undefined) return first;
    const body = Buffer.concat(chunks);
    for (const chunk of chunks) giveBack(chunk);
    return body;
  }

  drop(): void {
    this.#chunks = [];
    this.#gathering = undefined;
  }

  #gather(chunk: Buffer): void {
    if (this.#gatheredBytes + chunk.length > GATHERED_BYTES) this.#endGathering();
    this.#gathering ??= Buffer.allocUnsafeSlow(GATHERED_BYTES);
    chunk.copy(this.#gathering, this.#gatheredBytes);
    this.#gatheredBytes += chunk.length;
  }

  #endGathering(): void {
    const gathered = this.#gathering?.subarray(0, this.#gatheredBytes);
    if (gathered !== undefined) this.#chunks.push(gathered);
    this.#gathering = undefined;
    this.#gatheredBytes = 0;
  }
}

/**
 * A body with a declared length. The system provides memory only when it is touched, so an
 * announced body that never arrives costs nothing.
 */
class WholePieces implements Pieces {
  #body: Buffer;
  #length = 0;

  constructor(bytes: number) {
    this.#body = Buffer.allocUnsafeSlow(bytes);
  }

  /** Node's parser admits no more bytes than announced. */
  add(chunk: Buffer): void {
    chunk.copy(this.#body, this.#length);
    this.#length += chunk.length;
    giveBack(chunk);
  }

  joined(): Uint8Array {
    return this.#length === this.#body.length ? this.#body : this.#body.subarray(0, this.#length);
  }

  drop(): void {
    this.#body = Buffer.alloc(0);
  }
}

/**
 * Frees a chunk's memory when the chunk is all that lies in it. The garbage collector would only
 * get to it by marking the whole heap, since this thread creates few objects of its own while large
 * bodies arrive.
 */
function giveBack({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

function isSplintered(pieces: number, bytes: number): boolean {
  return pieces > MANY_PIECES && bytes < pieces * SMALLEST_MEAN_BYTES;
}

function splintered(): ApiError {
  return new ApiError(
    'illegal_argument_exception',
    `the body comes in more than [${MANY_PIECES}] chunks of fewer than [${SMALLEST_MEAN_BYTES}] bytes in the mean`,
  );
}
