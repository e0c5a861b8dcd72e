/**
 * Where a generation's log ends. A sync that came to its end leaves a checkpoint as the last thing in the file. A crash in the middle of one may
 * leave anything behind the checkpoint before it: less, zeros, blocks out of order. So
 *
 * - of a generation that is followed by another, all syncs came to their end: it ends with a checkpoint, and what lies before must verify;
 * - in the newest one the operations of the last sync may be torn, with or without their checkpoint: then the checkpoint before counts.
 *
 * A checkpoint says how far the file was durable when it was written. Damage below that is no crash's doing: the copy is corrupt, also when the
 * damage cuts off the way to the checkpoint that knows.
 */
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
  encodeCheckpoint,
  FRAME_BYTES,
  isCheckpoint,
  logName,
} from './format.js';
import { frameBody, readHeader } from './generation_reader.js';

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
  const length = directory.length(name);
  const log: Log = {
    where: `${directory.location}/${name}`,
    window: new FileWindow(directory, name, length),
    headerLength: headerLength(directory, generation),
  };
  const last = lastCheckpoint(log);
  if (isNewest) return last === undefined ? walked(log) : notTorn(log, last);
  if (last === undefined) throw corrupted(log.where, 'does not end with a checkpoint');
  return last.checkpoint;
}

interface Log {
  readonly where: string;
  readonly window: FileWindow;
  /** `undefined`: the header does not verify. */
  readonly headerLength: number | undefined;
}

function headerLength(directory: Directory, generation: number): number | undefined {
  try {
    return readHeader(directory, generation).length;
  } catch {
    return undefined;
  }
}

/** The one at the end of the file. A later checkpoint alone, of a trimming, may be torn behind it. */
function lastCheckpoint({ window }: Log): CheckpointFrame | undefined {
  const end = window.end - CHECKPOINT_BYTES;
  for (let at = end; at >= Math.max(0, end - CHECKPOINT_BYTES); at--) {
    const found = checkpointAt(window, at);
    if (found !== undefined) return found;
  }
  return undefined;
}

function checkpointAt(window: FileWindow, at: number): CheckpointFrame | undefined {
  const frame = window.read(at, CHECKPOINT_BYTES);
  return frame && decodeCheckpoint(frame, at);
}

/** The checkpoint, or the one before it when what was synced with it is not whole. */
function notTorn(log: Log, { checkpoint, before }: CheckpointFrame): Checkpoint | undefined {
  const start = before === 0 ? log.headerLength : before;
  const end = checkpoint.offset - CHECKPOINT_BYTES;
  if (start !== undefined && endOfWhole(log.window, start) >= end) return checkpoint;
  if (before === 0) return undefined;
  const earlier = checkpointAt(log.window, before - CHECKPOINT_BYTES);
  if (earlier === undefined) throw corrupted(log.where, `no checkpoint ends at [${before}]`);
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

/** The file ends in the middle of something: the last checkpoint on the way there. */
function walked({ where, window, headerLength }: Log): Checkpoint | undefined {
  let last: CheckpointFrame | undefined;
  const visit = (at: number, body: Uint8Array): void => {
    if (isCheckpoint(body)) last = checkpointAt(window, at) ?? last;
  };
  const end = headerLength === undefined ? 0 : endOfWhole(window, headerLength, visit);
  if (wasDurable(window, end)) throw corrupted(where, `what lies at [${end}] does not verify`);
  return last?.checkpoint;
}

/** Whether a checkpoint further on knows that the file was durable beyond `end`. */
function wasDurable(window: FileWindow, end: number): boolean {
  for (let from = end; from + CHECKPOINT_BYTES <= window.end; from += SEARCH_BYTES) {
    const length = Math.min(window.end - from, SEARCH_BYTES + CHECKPOINT_BYTES - 1);
    const chunk = window.read(from, length) ?? NOTHING;
    for (let i = chunk.indexOf(BODY_BYTES); i >= 0; i = chunk.indexOf(BODY_BYTES, i + 1)) {
      if (chunk[i + FRAME_BYTES] !== CHECKPOINT_KIND) continue;
      const found = decodeCheckpoint(chunk.subarray(i, i + CHECKPOINT_BYTES), from + i);
      if (found !== undefined && found.before > end) return true;
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
    log.append(encodeCheckpoint(appended, checkpoint.offset));
    log.sync();
  } finally {
    log.close();
  }
  return appended;
}
