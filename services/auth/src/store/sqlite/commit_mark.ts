/**
 * A lower bound of the database's number of changes, in a file beside it. SQLite ends a damaged
 * write-ahead log before the damage: the later commits are lost, and the rest is consistent. The
 * mark reveals the loss. It is written after each commit and before the response, without fsync:
 * after a power cut it may be some seconds old, which demands too little but never too much.
 *
 *     "SKNMARK1" | u64 changes | u32 CRC-32 of both      (little-endian)
 */
import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { systemCodeOf } from '@skein/base';
import { damaged } from './damaged.js';

const MAGIC = 'SKNMARK1';
const BYTES = MAGIC.length + 12;

export function markPath(databasePath: string): string {
  return `${databasePath}-mark`;
}

/** Undefined if there is no mark, or it was created and never written. */
export function readMark(databasePath: string): number | undefined {
  const path = markPath(databasePath);
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  if (bytes.every((byte) => byte === 0)) return undefined;
  const changes = bytes.length === BYTES ? Number(bytes.readBigUInt64LE(MAGIC.length)) : 0;
  if (!bytes.equals(encoded(changes))) throw damaged(path, 'its checksum does not match');
  return changes;
}

export class CommitMark {
  readonly #file: number;
  #written = -1;

  constructor(databasePath: string) {
    // Neither truncated nor appended to: each mark overwrites the previous one.
    this.#file = openSync(markPath(databasePath), constants.O_WRONLY | constants.O_CREAT, 0o600);
  }

  write(changes: number): void {
    if (changes === this.#written) return;
    const bytes = encoded(changes);
    for (let at = 0; at < bytes.length; )
      at += writeSync(this.#file, bytes, at, bytes.length - at, at);
    this.#written = changes;
  }

  close(): void {
    closeSync(this.#file);
  }
}

function encoded(changes: number): Buffer {
  const bytes = Buffer.alloc(BYTES);
  bytes.write(MAGIC, 'latin1');
  bytes.writeBigUInt64LE(BigInt(changes), MAGIC.length);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, BYTES - 4)), BYTES - 4);
  return bytes;
}
