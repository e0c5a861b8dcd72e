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
import { checkPieces, type Pieces, piecesOf } from './body_pieces.js';
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

export interface BodyLimits {
  /** Limit of the body as the API sees it, inflated. */
  readonly maxContentLengthBytes: number;
}

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
    const pieces = piecesOf(declared);
    return await collect(request, inflater, { limitBytes: maxContentLengthBytes, grow, pieces });
  } finally {
    stalled.unwatch(socket);
  }
}

/** Reads on for a while and drops the data. `source`: a request, or a whole connection. */
export function discardBody(source: Readable): Promise<void> {
  return new Promise((resolve) => {
    let discardedBytes = 0;
    let pieces = 0;
    const deadline = setTimeout(resolve, DISCARD_MS);
    const done = () => {
      clearTimeout(deadline);
      resolve();
    };
    source.on('data', (chunk: Buffer) => {
      discardedBytes += chunk.length;
      pieces++;
      if (discardedBytes > DISCARD_BYTES || pieces > DISCARD_PIECES) done();
    });
    source.once('end', done);
    source.once('close', done);
    source.resume();
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
    const fail = (error: unknown) => {
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
        checkPieces(wirePieces, wireBytes);
        grow(chunk.length);
        pieces.add(chunk);
      } catch (refusal) {
        pieces.drop();
        source.removeAllListeners('data');
        fail(refusal);
      }
    });
    source.once('end', () => resolve(plainBytes(pieces.joined())));
    source.once('error', (error) => fail(inflater ? notCompressed(error) : error));
    request.once('aborted', () => fail(new Error('the client went away')));
  });
}

function isBomb(inflatedBytes: number, wireBytes: number): boolean {
  return inflatedBytes > RATIO_CHECK_BYTES && inflatedBytes > wireBytes * MAX_INFLATE_RATIO;
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
