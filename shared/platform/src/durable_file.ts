/**
 * One small file that is replaced as a whole (`durable_write.ts`): a crash at any instant leaves
 * the old bytes or the new ones. A frame with length and checksum distinguishes damage from
 * absence.
 *
 *     "SKNSTATE" | u32 format version | u32 payload length | u32 CRC-32 of the payload | payload
 *
 * Numbers are little-endian.
 */
import { readFile } from 'node:fs/promises';
import { systemCodeOf } from '@skein/base';
import { crc32 } from '@skein/bytes';
import { ApiError } from '@skein/errors';
import { writeDurably } from './durable_write.js';

const MAGIC = 'SKNSTATE';
const FORMAT_VERSION = 1;
const HEADER_BYTES = MAGIC.length + 12;

export class DurableFile {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * The payload; `undefined` when there is no file. Rejects with the reason when the file is
   * damaged.
   */
  async load(): Promise<Uint8Array | undefined> {
    let file: Buffer;
    try {
      file = await readFile(this.#path);
    } catch (thrown) {
      if (systemCodeOf(thrown) === 'ENOENT') return undefined;
      throw thrown;
    }
    return this.#unframe(file);
  }

  /** Resolves when the payload survives a power cut. Only one call may run at a time. */
  async save(payload: Uint8Array): Promise<void> {
    await writeDurably(this.#path, frame(payload));
  }

  #unframe(file: Buffer): Uint8Array {
    if (file.length < HEADER_BYTES) throw this.#damaged(`it has only ${file.length} bytes`);
    const magic = file.toString('latin1', 0, MAGIC.length);
    if (magic !== MAGIC) throw this.#damaged('it does not start with the magic bytes');
    const version = file.readUInt32LE(MAGIC.length);
    if (version !== FORMAT_VERSION)
      throw this.#damaged(`its format version [${version}] is unknown`);
    const length = file.readUInt32LE(MAGIC.length + 4);
    const payload = file.subarray(HEADER_BYTES);
    if (payload.length !== length) {
      throw this.#damaged(`it holds ${payload.length} bytes where ${length} were written`);
    }
    if (crc32(payload) !== file.readUInt32LE(MAGIC.length + 8)) {
      throw this.#damaged('its checksum does not match');
    }
    return payload;
  }

  #damaged(why: string): ApiError {
    return new ApiError('corrupt_state_exception', `file [${this.#path}] is damaged: ${why}`);
  }
}

function frame(payload: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(HEADER_BYTES + payload.length);
  bytes.write(MAGIC, 'latin1');
  bytes.writeUInt32LE(FORMAT_VERSION, MAGIC.length);
  bytes.writeUInt32LE(payload.length, MAGIC.length + 4);
  bytes.writeUInt32LE(crc32(payload), MAGIC.length + 8);
  bytes.set(payload, HEADER_BYTES);
  return bytes;
}
