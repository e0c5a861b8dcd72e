/**
 * Where a generation's log ends. A sync that came to its end leaves a checkpoint as the last thing in the file. A crash in the middle of one may
 * leave less of it: the file ends somewhere (cut), or sectors were not written and are zeros (lost), in any order. Nobody was told of such a
 * sync, and the checkpoint before it counts. Everything else that does not verify was damaged after it was durable: the copy is corrupt.
 *
 * What tells the two apart:
 * - bytes are appended behind a checkpoint only when its sync has returned: all below a checkpoint that is not the last thing in the file was
 *   durable, and so was what lies before the last one's `before`; the same holds for a generation that is followed by another;
 * - a last checkpoint that verifies says how many cells of its sync were nearly zeros when they were written. With more cells of zeros, one
 *   was lost; else something was changed that had been there;
 * - without a last checkpoint that verifies the file must show why: it ends within a frame, or there is a cell of zeros. A checkpoint lies in
 *   one sector (format.ts) and is there or not: one that is there and does not verify was damaged.
 *
 * Where none of it decides, the copy is refused: another one has the operations, and a lone one is for its owner to judge.
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

/** A checkpoint's frame begins with it. */
const BODY_BYTES = CHECKPOINT_BYTES - FRAME_BYTES;
/** Looked through at a time. */
const SEARCH_BYTES = 512 * 1024;
const NOTHING = new Uint8Array(0);

/** `undefined`: nothing of the generation was ever acknowledged. `isNewest`: no generation follows it. */
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
  /** The file ends before its header does. */
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

/** Of a complete generation, when the checkpoint of a trimming behind its last one was torn. */
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

/** Whether there is a lost cell from there to the end of the file. */
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

/** The checkpoint at the end of the file, or the one before it when what was synced with it was torn. */
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

/** Frame by frame to the first that does not verify. */
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

/** The file does not end with a checkpoint: the last one on the way there, if what follows was torn. */
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

/** Whether the file ends in the frame that begins there, or with the one before it. `last`: the checkpoint before it. */
function isCut({ window, cellBytes }: Log, at: number, last: CheckpointFrame | undefined): boolean {
  const rest = window.end - at;
  // Damage does not change how long a file is: with a checkpoint at its end it ends at such a place.
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

/** Whether a checkpoint further on shows that the file was durable beyond `end`: by what lies behind it, or by what it knows. */
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

/** A torn end goes, durably: the generation is to be followed by another. */
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

/** One more checkpoint behind a complete generation, in the place of a torn one. Returns it as it is now, durable. */
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
