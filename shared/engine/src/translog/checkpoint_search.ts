/**
 * Finds the end of a generation's log. A completed sync leaves a checkpoint at the end of the file.
 * A crash in the middle of a sync may leave less: the file ends early (cut), or sectors were not
 * written and are zeros (lost), in any order. Such a sync was never acknowledged, and the
 * checkpoint before it is the current one. Everything else that does not verify was damaged after
 * it was durable: the copy is corrupt.
 *
 * The two cases are told apart as follows:
 * - bytes are appended behind a checkpoint only when its sync has returned: everything below a
 *   checkpoint that is not at the end of the file was durable, and so was everything before the
 *   last one's `before`; the same holds for a generation that is followed by another;
 * - a last checkpoint that verifies says how many cells of its sync were nearly all zeros when they
 *   were written. With more cells of zeros, one was lost; otherwise existing data was changed;
 * - without a last checkpoint that verifies the file must show the reason: it ends within a frame,
 *   or there is a cell of zeros. A checkpoint lies in one sector (format.ts) and is either present
 *   or not: one that is present and does not verify was damaged.
 *
 * If none of these decides, the copy is refused: another copy has the operations, and a shard
 * without other copies is for its owner to judge.
 */
import { CELL_BYTES, emptyCells, SECTOR_BYTES } from '@skein/bytes';
import type { Directory } from '@skein/search_library';
import { appendToCheckpointFile, readCheckpointFile } from './checkpoint_file.js';
import { FileWindow } from './file_window.js';
import {
  CHECKPOINT_BYTES,
  CHECKPOINT_KIND,
  type Checkpoint,
  type CheckpointFrame,
  checkpointName,
  corrupted,
  decodeCheckpoint,
  decodeHeader,
  encodeCheckpoint,
  FRAME_BYTES,
  hasCells,
  isCheckpoint,
  isHeaderCut,
  logName,
  MAX_HEADER_BYTES,
  wasCheckpoint,
} from './format.js';
import { frameBody } from './generation_reader.js';

/** Length of a checkpoint's body, with which its frame begins. */
const BODY_BYTES = CHECKPOINT_BYTES - FRAME_BYTES;
/** Number of bytes searched at a time. */
const SEARCH_BYTES = 512 * 1024;
const NOTHING = new Uint8Array(0);

/**
 * The current checkpoint; `undefined`: nothing of the generation was ever acknowledged. `isNewest`:
 * no generation follows it.
 */
export function readCheckpoint(
  directory: Directory,
  generation: number,
  isNewest: boolean,
): Checkpoint | undefined {
  if (directory.exists(checkpointName(generation))) {
    return readCheckpointFile(directory, generation);
  }
  const name = logName(generation);
  if (!directory.exists(name)) return undefined;
  const log = openLog(directory, name);
  const last = checkpointAt(log.window, log.window.end - CHECKPOINT_BYTES);
  if (!isNewest) return last?.checkpoint ?? beforeTornTrimming(log);
  return last === undefined ? walked(log) : judged(log, last);
}

interface Log {
  readonly where: string;
  readonly window: FileWindow;
  /** `undefined`: the header does not verify. */
  readonly headerLength: number | undefined;
  /** True if the file ends within its header. */
  readonly isHeaderCut: boolean;
  readonly cellBytes: number;
}

function openLog(directory: Directory, name: string): Log {
  const window = new FileWindow(directory, name, directory.length(name));
  const where = `${directory.location}/${name}`;
  const start = window.read(0, Math.min(window.end, MAX_HEADER_BYTES)) ?? NOTHING;
  return {
    where,
    window,
    headerLength: headerLength(start, where),
    isHeaderCut: isHeaderCut(start),
    cellBytes: hasCells(start) ? CELL_BYTES : SECTOR_BYTES,
  };
}

function headerLength(bytes: Uint8Array, where: string): number | undefined {
  try {
    return decodeHeader(bytes, where).length;
  } catch {
    return undefined;
  }
}

function checkpointAt(window: FileWindow, at: number): CheckpointFrame | undefined {
  const frame = window.read(at, CHECKPOINT_BYTES);
  return frame && decodeCheckpoint(frame, at);
}

/**
 * The last checkpoint of a complete generation, when the trimming checkpoint behind it was torn.
 */
function beforeTornTrimming(log: Log): Checkpoint {
  const { window, where } = log;
  for (let torn = 1; torn <= CHECKPOINT_BYTES; torn++) {
    const found = checkpointAt(window, window.end - torn - CHECKPOINT_BYTES);
    if (found === undefined) continue;
    const { offset } = found.checkpoint;
    if (torn < CHECKPOINT_BYTES || isLost(log, offset)) return found.checkpoint;
    throw corrupted(where, `the checkpoint at [${offset}] does not verify`);
  }
  throw corrupted(where, 'does not end with a checkpoint');
}

/** True if there is a lost cell between there and the end of the file. */
function isLost(log: Log, from: number): boolean {
  return emptyCellsIn(log, from, log.window.end) > 0;
}

function emptyCellsIn({ window, cellBytes }: Log, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; ) {
    const end = Math.min(to, at - (at % SEARCH_BYTES) + SEARCH_BYTES);
    count += emptyCells(window.read(at, end - at) ?? NOTHING, at, cellBytes);
    at = end;
  }
  return count;
}

/**
 * The checkpoint at the end of the file, or the one before it when the data synced with it was
 * torn.
 */
function judged(log: Log, last: CheckpointFrame): Checkpoint | undefined {
  const { checkpoint, before, faintCells } = last;
  const { window, where } = log;
  const start = before === 0 ? log.headerLength : before;
  const end = checkpoint.offset - CHECKPOINT_BYTES;
  const endOfSound = start === undefined ? 0 : endOfWhole(window, start);
  if (endOfSound >= end) return checkpoint;
  if (emptyCellsIn(log, before, end) <= faintCells) {
    throw corrupted(where, `what lies at [${endOfSound}] does not verify`);
  }
  if (before === 0) return undefined;
  const earlier = checkpointAt(window, before - CHECKPOINT_BYTES);
  if (earlier === undefined) throw corrupted(where, `no checkpoint ends at [${before}]`);
  return earlier.checkpoint;
}

/** Visits frame by frame up to the first that does not verify; returns its start. */
function endOfWhole(
  window: FileWindow,
  start: number,
  each: (at: number, body: Uint8Array) => void = () => {},
): number {
  let at = start;
  for (let body = frameBody(window, at); body !== undefined; body = frameBody(window, at)) {
    each(at, body);
    at += FRAME_BYTES + body.length;
  }
  return at;
}

/**
 * For a file that does not end with a checkpoint: the last checkpoint in it, if the bytes behind it
 * were torn.
 */
function walked(log: Log): Checkpoint | undefined {
  const { window, headerLength, where } = log;
  let last: CheckpointFrame | undefined;
  const visit = (at: number, body: Uint8Array): void => {
    if (isCheckpoint(body)) last = checkpointAt(window, at) ?? last;
  };
  const end = headerLength === undefined ? 0 : endOfWhole(window, headerLength, visit);
  const isTorn = headerLength === undefined ? log.isHeaderCut : isCut(log, end, last);
  if (wasDurable(window, end) || !(isTorn || isLost(log, end))) {
    throw corrupted(where, `what lies at [${end}] does not verify`);
  }
  return last?.checkpoint;
}

/**
 * True if the file ends within the frame that begins there, or with the previous one. `last`: the
 * checkpoint before it.
 */
function isCut({ window, cellBytes }: Log, at: number, last: CheckpointFrame | undefined): boolean {
  const rest = window.end - at;
  // Damage does not change the length of a file: one that ended with a checkpoint ends at a
  // multiple of the cell size.
  if (cellBytes === CELL_BYTES && window.end % CELL_BYTES !== 0) return true;
  if (rest < FRAME_BYTES) return true;
  const checkpointStart = window.end - CHECKPOINT_BYTES;
  const tail = window.read(checkpointStart, CHECKPOINT_BYTES);
  const before = last?.checkpoint.offset ?? 0;
  if (tail !== undefined && wasCheckpoint(tail, checkpointStart, before)) return false;
  const start = window.read(at, 4) ?? NOTHING;
  const length = new DataView(start.buffer, start.byteOffset, 4).getUint32(0, true);
  return FRAME_BYTES + length > rest;
}

/**
 * True if a later checkpoint shows that the file was durable beyond `end`: by the bytes behind it,
 * or by its contents.
 */
function wasDurable(window: FileWindow, end: number): boolean {
  for (let from = end; from + CHECKPOINT_BYTES <= window.end; from += SEARCH_BYTES) {
    const length = Math.min(window.end - from, SEARCH_BYTES + CHECKPOINT_BYTES - 1);
    const chunk = window.read(from, length) ?? NOTHING;
    for (let i = chunk.indexOf(BODY_BYTES); i >= 0; i = chunk.indexOf(BODY_BYTES, i + 1)) {
      if (chunk[i + FRAME_BYTES] !== CHECKPOINT_KIND) continue;
      const found = decodeCheckpoint(chunk.subarray(i, i + CHECKPOINT_BYTES), from + i);
      if (found === undefined) continue;
      if (found.before > end || found.checkpoint.offset < window.end) return true;
    }
  }
  return false;
}

/** Cuts off a torn end, durably, before another generation follows. */
export function cutTornEnd(directory: Directory, generation: number, { offset }: Checkpoint): void {
  if (directory.exists(checkpointName(generation))) return;
  const name = logName(generation);
  if (directory.length(name) === offset) return;
  const log = directory.openAppend(name);
  try {
    log.truncate(offset);
    log.sync();
  } finally {
    log.close();
  }
}

/**
 * Appends one more checkpoint to a complete generation, replacing a torn one. Returns it as
 * written, durable.
 */
export function appendCheckpoint(
  directory: Directory,
  generation: number,
  checkpoint: Checkpoint,
): Checkpoint {
  if (directory.exists(checkpointName(generation))) {
    appendToCheckpointFile(directory, generation, checkpoint);
    return checkpoint;
  }
  cutTornEnd(directory, generation, checkpoint);
  const appended = { ...checkpoint, offset: checkpoint.offset + CHECKPOINT_BYTES };
  const log = directory.openAppend(logName(generation));
  try {
    log.append(encodeCheckpoint(appended, { before: checkpoint.offset, faintCells: 0 }));
    log.sync();
  } finally {
    log.close();
  }
  return appended;
}
