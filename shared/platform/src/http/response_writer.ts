/**
 * Writes a rendered reply to the socket: chunks as they are, or through gzip when the client
 * accepts it and it is worthwhile.
 */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import type { RenderedReply } from '@skein/http';
import { acceptedEncoding } from './accept_encoding.js';
import type { StalledConnections } from './stalled_connections.js';

/** Smaller responses fit into one packet anyway. */
const MIN_COMPRESSED_BYTES = 1_024;
/** Responses up to this size are joined; larger ones are written chunk by chunk. */
const ONE_PIECE_BYTES = 32 * 1024;

export interface CompressionRules {
  readonly enabled: boolean;
  readonly level: number;
}

export interface WriteRules {
  readonly compression: CompressionRules;
  readonly acceptEncoding: string | undefined;
  readonly stalled: StalledConnections;
}

export interface WriteOptions extends WriteRules {
  /** True if the response is ended too; otherwise the caller ends it. */
  readonly end: boolean;
}

/** The part of Node's `ServerResponse` that a reply needs. */
export interface ResponseStream {
  readonly socket: Socket | null;
  readonly destroyed: boolean;
  /** `headers`: names and values in turn. */
  writeHead(status: number, headers: string[]): unknown;
  /** False if the caller should wait for `drain`. */
  write(piece: Uint8Array): boolean;
  write(text: string, encoding: 'latin1'): boolean;
  end(): unknown;
  end(text: string, encoding: 'latin1'): unknown;
  once(event: 'drain' | 'close', listener: () => void): unknown;
  removeListener(event: 'drain' | 'close', listener: () => void): unknown;
}

/**
 * Writes everything to the socket: at once when it fits one piece, otherwise as fast as the client
 * reads.
 */
export function writeReply(
  response: ResponseStream,
  reply: RenderedReply,
  options: WriteOptions,
): undefined | Promise<void> {
  if (isCompressed(reply, options)) return writeWatched(response, reply, options, writeCompressed);
  const sizeBytes = reply.chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  if (sizeBytes > ONE_PIECE_BYTES) return writeWatched(response, reply, options, writePlain);
  response.writeHead(reply.status, flatHeaders(reply.headers));
  const text = latin1Of(reply.chunks);
  if (options.end) response.end(text, 'latin1');
  else if (text !== '') response.write(text, 'latin1');
  reply.written?.();
  return undefined;
}

/**
 * The bytes as a text of as many characters: node writes head and text as one piece, without a
 * buffer for either.
 */
function latin1Of(chunks: readonly Uint8Array[]): string {
  let text = '';
  for (const { buffer, byteOffset, length } of chunks) {
    text += Buffer.from(buffer, byteOffset, length).toString('latin1');
  }
  return text;
}

/** Names and values in turn: the form that node writes without conversion. */
function flatHeaders(headers: RenderedReply['headers']): string[] {
  const flat: string[] = [];
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined) flat.push(name, value);
  }
  return flat;
}

async function writeWatched(
  response: ResponseStream,
  reply: RenderedReply,
  options: WriteOptions,
  write: typeof writeCompressed,
): Promise<void> {
  const { socket } = response;
  if (socket) options.stalled.watch(socket);
  try {
    await write(response, reply, options);
    // The bytes that a socket still holds may be a view of the reply.
    if (socket?.writableLength === 0) reply.written?.();
    if (options.end) response.end();
  } finally {
    if (socket) options.stalled.unwatch(socket);
  }
}

function isCompressed(reply: RenderedReply, options: WriteOptions): boolean {
  if (!options.compression.enabled || reply.chunks.length === 0) return false;
  if (acceptedEncoding(options.acceptEncoding, ['gzip']) === undefined) return false;
  return Number(reply.headers['content-length'] ?? 0) >= MIN_COMPRESSED_BYTES;
}

async function writePlain(response: ResponseStream, reply: RenderedReply): Promise<void> {
  response.writeHead(reply.status, flatHeaders(reply.headers));
  for (const piece of piecesOf(reply.chunks)) {
    if (!response.write(piece)) await drained(response);
    // If the socket takes the data at once, it drains within the same turn.
    await setImmediate();
  }
}

/**
 * Longer chunks are written as they are; shorter ones are joined, since each write costs as much as
 * copying some kilobytes.
 */
const MAX_JOINED_BYTES = 16 * 1024;
const PIECE_BYTES = 128 * 1024;

export function* piecesOf(chunks: readonly Uint8Array[]): Generator<Uint8Array> {
  let short: Uint8Array[] = [];
  let length = 0;
  for (const chunk of chunks) {
    const isLong = chunk.length > MAX_JOINED_BYTES;
    if (length > 0 && (isLong || length + chunk.length > PIECE_BYTES)) {
      yield joined(short, length);
      short = [];
      length = 0;
    }
    if (isLong) yield* slicesOf(chunk);
    else {
      short.push(chunk);
      length += chunk.length;
    }
  }
  if (length > 0) yield joined(short, length);
}

/**
 * Joins chunks. The socket may still hold the previous piece, so each piece has memory of its own,
 * and no more than it needs.
 */
function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [first] = chunks;
  return chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks, length);
}

/** Size of the writes of one chunk, since a socket copies the data that it cannot send at once. */
const MAX_PIECE_BYTES = 1024 * 1024;

function* slicesOf(chunk: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < chunk.length; at += MAX_PIECE_BYTES) {
    yield chunk.subarray(at, at + MAX_PIECE_BYTES);
  }
}

async function writeCompressed(
  response: ResponseStream,
  reply: RenderedReply,
  options: WriteOptions,
): Promise<void> {
  const { 'content-length': _length, ...headers } = reply.headers;
  const vary = headers.vary === undefined ? 'Accept-Encoding' : `${headers.vary}, Accept-Encoding`;
  const shown = { ...headers, 'content-encoding': 'gzip', vary };
  response.writeHead(reply.status, flatHeaders(shown));
  const gzip = createGzip({ level: options.compression.level });
  const sent = new Promise<void>((resolve, reject) => {
    gzip.on('data', (chunk: Buffer) => {
      if (response.write(chunk)) return;
      gzip.pause();
      drained(response).then(() => gzip.resume(), reject);
    });
    gzip.once('end', resolve);
    gzip.once('error', reject);
  });
  try {
    for (const piece of piecesOf(reply.chunks)) {
      // A client that disconnects ends the response but not the gzip stream.
      if (!gzip.write(piece)) await Promise.race([once(gzip, 'drain'), sent]);
    }
    gzip.end();
    await sent;
  } finally {
    gzip.destroy();
  }
}

/** Resolves when the client has read what was written; rejects if it disconnects before. */
export function drained(response: ResponseStream): Promise<void> {
  return new Promise((resolve, reject) => {
    if (response.destroyed) {
      reject(new Error('the client went away'));
      return;
    }
    const settle = (finish: () => void) => {
      response.removeListener('drain', onDrain);
      response.removeListener('close', onClose);
      finish();
    };
    const onDrain = () => settle(resolve);
    const onClose = () => settle(() => reject(new Error('the client went away')));
    response.once('drain', onDrain);
    response.once('close', onClose);
  });
}
