/** A rendered reply onto the socket: chunks as they are, or through gzip when the client takes it and it is worth it. */
import type { ServerResponse } from 'node:http';
import { createGzip } from 'node:zlib';
import type { RenderedReply } from '@skein/http';

/** Smaller answers fit one packet anyway. */
const MIN_COMPRESSED_BYTES = 1_024;

export interface CompressionRules {
  readonly enabled: boolean;
  readonly level: number;
}

export interface WriteOptions {
  readonly compression: CompressionRules;
  readonly acceptEncoding: string | undefined;
  /** A client that reads nothing for this long is dropped. */
  readonly idleTimeoutMs: number;
}

/** Everything is handed to the socket; the caller ends the response. */
export async function writeReply(
  response: ServerResponse,
  reply: RenderedReply,
  options: WriteOptions,
): Promise<void> {
  response.socket?.setTimeout(options.idleTimeoutMs);
  try {
    if (isCompressed(reply, options)) await writeCompressed(response, reply, options);
    else await writePlain(response, reply);
  } finally {
    response.socket?.setTimeout(0);
  }
}

function isCompressed(reply: RenderedReply, options: WriteOptions): boolean {
  if (!options.compression.enabled || reply.chunks.length === 0) return false;
  if (!acceptsGzip(options.acceptEncoding)) return false;
  return Number(reply.headers['content-length'] ?? 0) >= MIN_COMPRESSED_BYTES;
}

/** `gzip`, `gzip;q=0.5`, `*`, but not `gzip;q=0`. */
export function acceptsGzip(header: string | undefined): boolean {
  if (header === undefined) return false;
  return header.split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    return (name === 'gzip' || name === '*') && Number(quality ?? 1) > 0;
  });
}

async function writePlain(response: ServerResponse, reply: RenderedReply): Promise<void> {
  response.writeHead(reply.status, { ...reply.headers });
  response.cork();
  for (const chunk of reply.chunks) {
    if (response.write(chunk)) continue;
    response.uncork();
    await drained(response);
    response.cork();
  }
  response.uncork();
}

async function writeCompressed(
  response: ServerResponse,
  reply: RenderedReply,
  options: WriteOptions,
): Promise<void> {
  const { 'content-length': _length, ...headers } = reply.headers;
  const vary = headers.vary === undefined ? 'Accept-Encoding' : `${headers.vary}, Accept-Encoding`;
  response.writeHead(reply.status, { ...headers, 'content-encoding': 'gzip', vary });
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
  for (const chunk of reply.chunks) gzip.write(chunk);
  gzip.end();
  try {
    await sent;
  } finally {
    gzip.destroy();
  }
}

function drained(response: ServerResponse): Promise<void> {
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
