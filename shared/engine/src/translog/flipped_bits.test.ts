/**
 * Flips every bit of every file of a log by itself after everything was synced. The log then opens
 * with the same contents, or refuses with a named error. The same is tested for logs of every
 * readable format version.
 */
import { crc32 } from '@skein/bytes';
import { ApiError } from '@skein/errors';
import { MemoryDirectory } from '@skein/search_library';
import { MARK_NAME } from './durable_mark.js';
import {
  CHECKPOINT_BYTES,
  CHECKPOINT_KIND,
  checkpointName,
  decodeCheckpoint,
  encodeCheckpoint,
  FRAME_BYTES,
  logName,
} from './format.js';
import type { TranslogOperation } from './operation_codec.js';
import { Translog } from './translog.js';

const options = (directory: MemoryDirectory) => ({
  directory,
  translogUuid: 'translog-uuid',
  primaryTerm: 1,
});

function operation(seqNo: number, source: string | Uint8Array, primaryTerm = 1): TranslogOperation {
  return {
    kind: 'index',
    seqNo,
    primaryTerm,
    version: 1,
    id: `id${seqNo}`,
    routing: undefined,
    source: typeof source === 'string' ? new TextEncoder().encode(source) : source,
  };
}

/** Everything that can be read from a log after a restart. */
function heldBy(directory: MemoryDirectory): string {
  const translog = Translog.open(options(directory), 1);
  const { globalCheckpoint, primaryTerm } = translog;
  const operations = [...translog.operations(translog.view(), 0)].map((each) => [
    each.seqNo,
    each.kind === 'index' ? Buffer.from(each.source).toString('latin1') : each.kind,
  ]);
  return JSON.stringify({ globalCheckpoint, primaryTerm, operations });
}

const ZEROS = new Uint8Array(300);
const NEARLY_ZEROS = new Uint8Array(300).fill(1, 150, 151);

function written(write: (translog: Translog) => void): MemoryDirectory {
  const directory = new MemoryDirectory();
  write(Translog.create(options(directory)));
  return directory;
}

const LOGS: Readonly<Record<string, () => MemoryDirectory>> = {
  'one operation a sync': () =>
    written((translog) => {
      for (const i of [0, 1, 2]) {
        translog.append(operation(i, `{"n":${i}}`));
        translog.sync(i);
      }
    }),
  'several operations in the last sync': () =>
    written((translog) => {
      translog.append(operation(0, 'first'));
      translog.sync(0);
      for (const i of [1, 2, 3]) translog.append(operation(i, 'x'.repeat(50 * i)));
      translog.sync(0);
    }),
  'zeros and what is nearly zeros in the last sync': () =>
    written((translog) => {
      translog.append(operation(0, 'first'));
      translog.sync(0);
      translog.append(operation(1, ZEROS));
      translog.append(operation(2, NEARLY_ZEROS));
      translog.sync(0);
    }),
  'a last sync of a checkpoint alone': () =>
    written((translog) => {
      translog.append(operation(0, 'first'));
      translog.sync(-1);
      translog.sync(0);
    }),
  'the first sync is the last': () =>
    written((translog) => {
      translog.append(operation(0, 'first'));
      translog.sync(0);
    }),
  'two generations, the first trimmed': () =>
    written((translog) => {
      for (const i of [0, 1, 2]) translog.append(operation(i, 'of the first term'));
      translog.sync(0);
      translog.roll(2);
      translog.trimAbove(1, 2);
      translog.append(operation(2, 'of the second term', 2));
      translog.sync(1);
    }),
  'format version 2': () => asVersion2(LOGS['several operations in the last sync']?.()),
  'format version 1': () => asVersion1(LOGS['one operation a sync']?.()),
};

/**
 * Rewrites the first generation's log, without fillers, as another format version would have
 * written it.
 */
function rewritten(
  directory: MemoryDirectory,
  version: number,
  each: (frame: Uint8Array, at: number) => readonly Uint8Array[],
): number {
  const bytes = directory.bytes(logName(1));
  const view = new DataView(bytes.buffer);
  const header = 24 + view.getUint32(16, true);
  view.setUint32(4, version, true);
  view.setUint32(header - 4, crc32(bytes.subarray(0, header - 4)), true);
  const kept = [...bytes.subarray(0, header)];
  for (let at = header; at < bytes.length; ) {
    const end = at + FRAME_BYTES + view.getUint32(at, true);
    const isFiller = bytes[at + FRAME_BYTES] === CHECKPOINT_KIND + 1;
    const frames = isFiller ? [] : each(bytes.subarray(at, end), kept.length);
    for (const frame of frames) kept.push(...frame);
    at = end;
  }
  directory.writeFile(logName(1), new Uint8Array(kept));
  // Only logs of the current version have a mark.
  if (directory.exists(MARK_NAME)) directory.remove(MARK_NAME);
  return kept.length;
}

function asVersion2(directory = new MemoryDirectory()): MemoryDirectory {
  let before = 0;
  let from = 0;
  rewritten(directory, 2, (frame, at) => {
    if (frame[FRAME_BYTES] !== CHECKPOINT_KIND) return [frame];
    const found = decodeCheckpoint(
      frame,
      new DataView(frame.buffer, frame.byteOffset).getFloat64(16, true),
    );
    if (found === undefined) throw new Error('not a checkpoint');
    const checkpoint = { ...found.checkpoint, offset: at + CHECKPOINT_BYTES };
    [from, before] = [before, checkpoint.offset];
    return [encodeCheckpoint(checkpoint, { before: from, faintCells: 0 })];
  });
  return directory;
}

function asVersion1(directory = new MemoryDirectory()): MemoryDirectory {
  const records: number[] = [];
  rewritten(directory, 1, (frame, at) => {
    if (frame[FRAME_BYTES] !== CHECKPOINT_KIND) return [frame];
    const from = new DataView(frame.buffer, frame.byteOffset, frame.length);
    const record = new Uint8Array(64);
    const view = new DataView(record.buffer);
    view.setUint32(0, 0x43544b53, true);
    view.setUint32(4, from.getUint32(12, true), true);
    view.setFloat64(8, at, true);
    for (const i of [16, 24, 32]) view.setFloat64(i, from.getFloat64(i + 16, true), true);
    view.setUint32(60, crc32(record.subarray(0, 60)), true);
    records.push(...record);
    return [];
  });
  directory.writeFile(checkpointName(1), new Uint8Array(records));
  return directory;
}

it.each(Object.entries(LOGS))('%s: a flipped bit changes nothing, or is named', (_name, make) => {
  const directory = make();
  const expected = heldBy(directory.copy());
  for (const name of directory.list()) {
    const bytes = directory.bytes(name);
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const damaged = directory.copy();
      const flipped = bytes.slice();
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      damaged.writeFile(name, flipped);
      const found = held(damaged);
      if (found !== expected && found !== 'refused') {
        throw new Error(`bit ${bit & 7} of byte ${bit >> 3} of [${name}]: ${found}`);
      }
    }
  }
});

function held(directory: MemoryDirectory): string {
  try {
    return heldBy(directory);
  } catch (error) {
    if (error instanceof ApiError && error.type === 'translog_corrupted_exception')
      return 'refused';
    throw error;
  }
}
