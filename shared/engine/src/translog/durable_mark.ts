/**
 * A lower bound of the durable length of the log, in a file next to it. The log alone cannot show
 * that its end was cut off behind a checkpoint, since it would look the same after a crash in the
 * middle of a sync.
 *
 *     durable.mark    record | record | …     32 bytes each, the last whole one is current
 *       record  magic u32 | crc of the log's id u32 | generation f64 | offset f64 | 0 u32 | crc u32
 *
 * A record is written when a sync has returned, and never synced itself. After a power cut the
 * newest record may be an older one, or there may be none: it is then weaker, but not wrong. After
 * the death of the process the last one is present.
 */
import { crc32, utf8 } from '@skein/bytes';
import type { AppendHandle, Directory } from '@skein/search_library';

export const MARK_NAME = 'durable.mark';
const RECORD_BYTES = 32;
const CRC_AT = RECORD_BYTES - 4;
const MAGIC = 0x4d4b4453;
/** Size at which the file is started again. */
const MAX_BYTES = 64 * 1024;

export interface Mark {
  readonly generation: number;
  readonly offset: number;
}

export class DurableMark {
  readonly #directory: Directory;
  readonly #id: number;
  /** Opened with the first record: a shard without writes has no file. */
  #file: AppendHandle | undefined;
  #isBroken = false;

  constructor(directory: Directory, translogUuid: string) {
    this.#directory = directory;
    this.#id = crc32(utf8(translogUuid));
  }

  /** Removes the mark of a previous log. */
  static forget(directory: Directory): void {
    if (directory.exists(MARK_NAME)) directory.remove(MARK_NAME);
  }

  /**
   * Records that the log is durable up to here. If the disk refuses it, the older mark stays, which
   * is true as well.
   */
  set(mark: Mark): void {
    if (this.#isBroken) return;
    try {
      this.#file ??= openWhole(this.#directory);
      if (this.#file.length + RECORD_BYTES > MAX_BYTES) this.#file.truncate(0);
      this.#file.append(encodeMark(mark, this.#id));
    } catch {
      this.#isBroken = true;
    }
  }

  close(): void {
    this.#file?.close();
    this.#file = undefined;
  }
}

/** Opens the file without a part of a record at its end, which would shift the later ones. */
function openWhole(directory: Directory): AppendHandle {
  const file = directory.openAppend(MARK_NAME);
  const part = file.length % RECORD_BYTES;
  if (part > 0) file.truncate(file.length - part);
  return file;
}

/** The mark; `undefined`: there is none of this log that verifies. */
export function readMark(directory: Directory, translogUuid: string): Mark | undefined {
  if (!directory.exists(MARK_NAME)) return undefined;
  const bytes = new Uint8Array(RECORD_BYTES);
  const view = new DataView(bytes.buffer);
  const id = crc32(utf8(translogUuid));
  for (let at = wholeRecords(directory) - RECORD_BYTES; at >= 0; at -= RECORD_BYTES) {
    directory.readInto(MARK_NAME, at, bytes);
    const isWhole = view.getUint32(CRC_AT, true) === crc32(bytes.subarray(0, CRC_AT));
    if (!isWhole || view.getUint32(0, true) !== MAGIC) continue;
    if (view.getUint32(4, true) !== id) return undefined;
    return { generation: view.getFloat64(8, true), offset: view.getFloat64(16, true) };
  }
  return undefined;
}

function wholeRecords(directory: Directory): number {
  const length = directory.length(MARK_NAME);
  return length - (length % RECORD_BYTES);
}

function encodeMark({ generation, offset }: Mark, id: number): Uint8Array {
  const bytes = new Uint8Array(RECORD_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, id, true);
  view.setFloat64(8, generation, true);
  view.setFloat64(16, offset, true);
  view.setUint32(CRC_AT, crc32(bytes.subarray(0, CRC_AT)), true);
  return bytes;
}
