/** The lines of a file, compressed or not, and the number of bytes read so far. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createGunzip, type Gunzip } from 'node:zlib';
import { afterMark } from '@skein/content';
import { ApiError } from '@skein/errors';

const NEWLINE = 10;

interface FileLines {
  readonly lines: AsyncIterable<Uint8Array>;
  /** The bytes read of the file as it is on the disk. */
  bytesRead(): number;
}

/** Reads the lines of a file; blank lines and a byte order mark are left out. */
export async function linesOf(path: string): Promise<FileLines> {
  const isCompressed = await startsAsGzip(path);
  const file = createReadStream(path);
  const gunzip = isCompressed ? createGunzip() : undefined;
  // A read error of the file ends the decompression too.
  if (gunzip) file.on('error', (error) => gunzip.destroy(error)).pipe(gunzip);
  const bytes = gunzip === undefined ? file : unpacked(gunzip, path);
  return { lines: unmarked(split(bytes)), bytesRead: () => file.bytesRead };
}

/** Says which file is damaged or cut off; zlib's errors do not. */
async function* unpacked(gunzip: Gunzip, path: string): AsyncGenerator<Buffer> {
  try {
    yield* gunzip;
  } catch (thrown) {
    if (!isZlibError(thrown)) throw thrown;
    const { code, message } = thrown;
    const what = code === 'Z_BUF_ERROR' ? 'ends before its compressed data' : 'is damaged';
    throw new ApiError('illegal_argument_exception', `[${path}] ${what}: ${message}`);
  }
}

function isZlibError(thrown: unknown): thrown is Error & { readonly code: string } {
  return thrown instanceof Error && 'code' in thrown && String(thrown.code).startsWith('Z_');
}

async function startsAsGzip(path: string): Promise<boolean> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await handle.close();
  }
}

async function* split(bytes: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  let parts: Buffer[] = [];
  for await (const chunk of bytes) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      const line = Buffer.concat([...parts, chunk.subarray(start, end)]);
      parts = [];
      start = end + 1;
      if (!isBlank(line)) yield line;
    }
    if (start < chunk.length) parts.push(chunk.subarray(start));
  }
  const rest = Buffer.concat(parts);
  if (!isBlank(rest)) yield rest;
}

async function* unmarked(lines: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  for await (const line of lines) {
    yield isFirst ? line.subarray(afterMark(line, line.length)) : line;
    isFirst = false;
  }
}

function isBlank(line: Uint8Array): boolean {
  return line.every((byte) => byte === 32 || byte === 9 || byte === 13);
}
