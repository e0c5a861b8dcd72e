/**
 * Reads the body of a request whole, within limits, and inflates it as it streams in. A body that
 * is too long is refused as soon as that is known: from its declared length, or at the byte that
 * exceeds the limit.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable, Transform } from 'node:stream';
import { createGunzip, createInflate } from 'node:zlib';
import { formatByteSize } from '@skein/base';
import { plainBytes } from '@skein/bytes';
import { ApiError } from '@skein/errors';
import type { StalledConnections } from './stalled_connections.js';

/**
 * Limit of inflated bytes per compressed byte. Gzip reaches 1032 at most; documents stay far below
 * this.
 */
const MAX_INFLATE_RATIO = 400;
/** Below this size a high ratio does no harm. */
const RATIO_CHECK_BYTES = 8 * 1024 * 1024;
/**
 * Limits of reading a refused body, so that the client sees the response before the connection
 * ends.
 */
const DISCARD_BYTES = 32 * 1024 * 1024;
const DISCARD_MS = 2_000;
const DISCARD_PIECES = 4096;
/**
 * Each piece costs a turn of the parser, however small it is. A body in more pieces than this, with
 * a mean length below that, is an attack. Programs that write a token at a time stay above.
 */
const MANY_PIECES = 100_000;
const SMALLEST_MEAN_BYTES = 8;

export interface BodyLimits {
  /** Limit of the body as the API sees it, inflated. */
  readonly maxContentLengthBytes: number;
}

/**
 * A body with a longer declared length is assembled as it arrives: joining it at the end would
 * block all other requests.
 */
const SCATTERED_BYTES = 256 * 1024;

/** Counts kept bytes; throws when there are too many. */
type Grow = (bytes: number) => void;

/** True if the head announces a body of at least one byte. */
export function isBodyExpected({ headers }: IncomingMessage): boolean {
  const declared = headers['content-length'];
  if (declared !== undefined) return declared !== '0';
  return headers['transfer-encoding'] !== undefined;
}

/** True if the client waits for a confirmation before it sends its body (RFC 9110, 10.1.1). */
export function awaitsContinue({ headers }: IncomingMessage): boolean {
  return headers.expect?.toLowerCase() === '100-continue';
}

export async function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  options: BodyLimits & { readonly stalled: StalledConnections; readonly grow: Grow },
): Promise<Uint8Array> {
  const { maxContentLengthBytes, grow, stalled } = options;
  if (Number(request.headers['content-length']) > maxContentLengthBytes) {
    throw tooLong(maxContentLengthBytes);
  }
  const inflater = inflaterFor(request.headers['content-encoding']);
  if (awaitsContinue(request)) response.writeContinue();
  const { socket } = request;
  stalled.watch(socket);
  try {
    const declared = inflater === undefined ? Number(request.headers['content-length']) : 0;
    const pieces = declared > SCATTERED_BYTES ? new WholePieces(declared) : new ScatteredPieces();
    return await collect(request, inflater, { limitBytes: maxContentLengthBytes, grow, pieces });
  } finally {
    stalled.unwatch(socket);
  }
}

/** Reads on for a while and drops the data. */
export function discardBody(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let discardedBytes = 0;
    let pieces = 0;
    const deadline = setTimeout(resolve, DISCARD_MS);
    const done = () => {
      clearTimeout(deadline);
      resolve();
    };
    request.on('data', (chunk: Buffer) => {
      discardedBytes += chunk.length;
      pieces++;
      if (discardedBytes > DISCARD_BYTES || pieces > DISCARD_PIECES) done();
    });
    request.once('end', done);
    request.once('close', done);
    request.resume();
  });
}

function inflaterFor(encoding: string | undefined): Transform | undefined {
  switch (encoding?.trim().toLowerCase()) {
    case undefined:
    case '':
    case 'identity':
      return undefined;
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    default:
      throw new ApiError(
        'media_type_header_exception',
        `Content-Encoding header [${encoding}] is not supported`,
        { status: 415 },
      );
  }
}

interface Collecting {
  readonly limitBytes: number;
  readonly grow: Grow;
  readonly pieces: Pieces;
}

function collect(
  request: IncomingMessage,
  inflater: Transform | undefined,
  { limitBytes, grow, pieces }: Collecting,
): Promise<Uint8Array> {
  const source: Readable = inflater ? request.pipe(inflater) : request;
  return new Promise((resolve, reject) => {
    let readBytes = 0;
    let wireBytes = 0;
    let wirePieces = 0;
    const fail = (error: Error) => {
      request.unpipe();
      inflater?.destroy();
      reject(error);
    };
    request.on('data', (chunk: Buffer) => {
      wireBytes += chunk.length;
      wirePieces++;
    });
    source.on('data', (chunk: Buffer) => {
      readBytes += chunk.length;
      try {
        if (readBytes > limitBytes) throw tooLong(limitBytes);
        if (inflater && isBomb(readBytes, wireBytes)) throw bomb();
        if (isSplintered(wirePieces, wireBytes)) throw splintered();
        grow(chunk.length);
        pieces.add(chunk);
      } catch (refusal) {
        pieces.drop();
        source.removeAllListeners('data');
        fail(refusal as Error);
      }
    });
    source.once('end', () => resolve(plainBytes(pieces.joined())));
    source.once('error', (error) => fail(inflater ? notCompressed(error) : error));
    request.once('aborted', () => fail(new Error('the client went away')));
  });
}

/**
 * Pieces of at least this length are kept as they are; shorter ones are gathered in buffers of the
 * second size.
 */
const LARGE_PIECE_BYTES = 16 * 1024;
const GATHERED_BYTES = 64 * 1024;

/** The received part of a body. */
interface Pieces {
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

function isBomb(inflatedBytes: number, wireBytes: number): boolean {
  return inflatedBytes > RATIO_CHECK_BYTES && inflatedBytes > wireBytes * MAX_INFLATE_RATIO;
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

function tooLong(limitBytes: number): ApiError {
  return new ApiError(
    'content_too_long_exception',
    `entity content is too long for the configured limit [http.max_content_length] of [${formatByteSize(limitBytes)}]`,
  );
}

function bomb(): ApiError {
  return new ApiError(
    'content_too_long_exception',
    `compressed content grows by more than a factor of [${MAX_INFLATE_RATIO}]`,
  );
}

function notCompressed(error: Error): ApiError {
  return new ApiError(
    'illegal_argument_exception',
    `failed to decompress the body: ${error.message}`,
  );
}
