import { CELL_BYTES, crc32 } from '@skein/bytes';
import { ApiError } from '@skein/errors';
import { type CrashDamage, MemoryDirectory } from '@skein/search_library';
import fc from 'fast-check';
import { readCheckpoint } from './checkpoint_search.js';
import { MARK_NAME } from './durable_mark.js';
import {
  CHECKPOINT_BYTES,
  CHECKPOINT_KIND,
  checkpointName,
  encodeFiller,
  FRAME_BYTES,
  logName,
} from './format.js';
import { FrameBuffer } from './frame_buffer.js';
import type { TranslogOperation } from './operation_codec.js';
import { decodeOperation } from './operation_codec.js';
import { Translog } from './translog.js';

const UUID = 'translog-uuid';

const operation = (seqNo: number, source = `source ${seqNo}`): TranslogOperation => ({
  kind: 'index',
  seqNo,
  primaryTerm: 1,
  version: 1,
  id: `id${seqNo}`,
  routing: undefined,
  source: new TextEncoder().encode(source),
});

const options = (directory: MemoryDirectory) => ({ directory, translogUuid: UUID, primaryTerm: 1 });

function seqNos(translog: Translog): number[] {
  const operations = [...translog.operations(translog.view(), 0)];
  return operations.map((each) => each.seqNo).sort((a, b) => a - b);
}

/**
 * A log of operations that were synced one by one; `lengths`: sizes of its file before the first
 * and after each.
 */
function synced(count: number, source?: string) {
  const directory = new MemoryDirectory();
  const translog = Translog.create(options(directory));
  const lengths = [directory.length(logName(1))];
  for (let i = 0; i < count; i++) {
    translog.append(operation(i, source));
    translog.sync(-1);
    lengths.push(directory.length(logName(1)));
  }
  return { directory, translog, lengths };
}

/** Replaces the bytes of one file of a directory by changed ones. */
function change(
  directory: MemoryDirectory,
  name: string,
  edit: (bytes: Uint8Array) => Uint8Array,
): void {
  const bytes = new Uint8Array(directory.length(name));
  directory.readInto(name, 0, bytes);
  directory.writeFile(name, edit(bytes));
}

describe('operations', () => {
  const text = fc.string({ unit: 'grapheme' });
  const arbitrary: fc.Arbitrary<TranslogOperation> = fc.oneof(
    fc.record({
      kind: fc.constant('index' as const),
      seqNo: fc.maxSafeNat(),
      primaryTerm: fc.maxSafeNat(),
      version: fc.maxSafeNat(),
      id: text,
      routing: fc.option(text, { nil: undefined }),
      source: fc.uint8Array(),
    }),
    fc.record({
      kind: fc.constant('delete' as const),
      seqNo: fc.maxSafeNat(),
      primaryTerm: fc.maxSafeNat(),
      version: fc.maxSafeNat(),
      id: text,
    }),
    fc.record({
      kind: fc.constant('noop' as const),
      seqNo: fc.maxSafeNat(),
      primaryTerm: fc.maxSafeNat(),
      reason: text,
    }),
  );

  it('survive encoding', () => {
    fc.assert(
      fc.property(arbitrary, (each) => {
        const frames = new FrameBuffer();
        frames.append(each);
        expect(decodeOperation(frames.view(FRAME_BYTES))).toEqual(each);
      }),
    );
  });

  it('that end early are corrupt, wherever they end', () => {
    const source = new Uint8Array(3);
    const each = { ...operation(7), routing: 'r', source };
    const frames = new FrameBuffer();
    frames.append(each);
    const whole = frames.view(FRAME_BYTES);
    for (let end = 0; end < whole.length; end++)
      expect(() => decodeOperation(whole.slice(0, end))).toThrow(
        'operation is shorter than it says',
      );
    expect(() => decodeOperation(whole.slice().fill(9, 0, 1))).toThrow(
      'unknown operation kind [9]',
    );
  });

  it('of any text length keep their texts', () => {
    for (const unit of ['a', 'é', '日', '😀']) {
      for (const length of [0, 1, 47, 48, 49, 50, 200]) {
        const frames = new FrameBuffer();
        const each = { ...operation(1), id: unit.repeat(length), routing: unit };
        frames.append(each);
        expect(decodeOperation(frames.view(FRAME_BYTES))).toEqual(each);
      }
    }
  });
});

test.each(['id', 'routing', 'reason', 'source'] as const)(
  'a [%s] of any length has room, whatever its alphabet and what was written before',
  (member) => {
    for (const unit of ['a', 'é', '日', '😀']) {
      for (const length of [1000, 4000, 5000, 100_000]) {
        const text = unit.repeat(length);
        const source = new TextEncoder().encode(text);
        const each: TranslogOperation =
          member === 'reason'
            ? { kind: 'noop', seqNo: 1, primaryTerm: 1, reason: text }
            : {
                kind: 'index',
                seqNo: 1,
                primaryTerm: 1,
                version: 1,
                id: member === 'id' ? text : 'i',
                routing: member === 'routing' ? text : undefined,
                source: member === 'source' ? source : new Uint8Array(1),
              };
        const frames = new FrameBuffer();
        const before = frames.append(operation(0));
        frames.append(each);
        const found = decodeOperation(frames.view(before + FRAME_BYTES));
        if (member === 'source') {
          expect(found.kind === 'index' && Buffer.compare(found.source, source)).toBe(0);
        } else expect(found).toEqual(each);
      }
    }
  },
);

it('a new log in the place of another is not measured by the mark of that one', () => {
  const { directory, translog } = synced(3);
  translog.close();
  directory.remove(logName(1));
  const again = Translog.create(options(directory));
  again.append(operation(0));
  again.close();
  expect(() => Translog.open(options(directory), 1)).not.toThrow();
});

it('tells its operations and bytes, and those of the generations that a commit lacks', () => {
  const { directory, translog } = synced(2);
  const [first, second] = [directory.length(logName(1)), () => directory.length(logName(2))];
  translog.roll(1);
  translog.append(operation(2));
  translog.sync(-1);
  const all = { operations: 3, sizeBytes: first + second() };
  expect(translog.stats(1)).toEqual({
    ...all,
    uncommittedOperations: 3,
    uncommittedSizeBytes: all.sizeBytes,
  });
  expect(translog.stats(2)).toEqual({
    ...all,
    uncommittedOperations: 1,
    uncommittedSizeBytes: second(),
  });
});

describe('the length of a generation', () => {
  it('counts only behind its first operation', () => {
    const directory = new MemoryDirectory();
    const translog = Translog.create(options(directory));
    expect(translog.isLongerThan(0)).toBe(false);
    translog.append(operation(0));
    const length = translog.end;
    expect(translog.isLongerThan(length)).toBe(false);
    expect(translog.isLongerThan(length - 1)).toBe(true);
    translog.roll(1);
    expect(translog.isLongerThan(0)).toBe(false);
  });

  it('has a checkpoint of no operations in the beginning', () => {
    const directory = new MemoryDirectory();
    Translog.create(options(directory));
    expect(readCheckpoint(directory, 1, true)).toMatchObject({
      operations: 0,
      minSeqNo: -1,
      maxSeqNo: -1,
      globalCheckpoint: -1,
      offset: directory.length(logName(1)),
    });
  });

  it('is filled so that the checkpoint behind it begins at a multiple', () => {
    for (let length = 0; length <= 130; length++) {
      const filler = encodeFiller(length, 64);
      expect((length + filler.length) % 64).toBe(0);
      expect(filler.length === 0).toBe(length % 64 === 0);
      expect(filler.length).toBeLessThanOrEqual(64 + FRAME_BYTES);
      if (filler.length > 0) expect(filler.length).toBeGreaterThan(FRAME_BYTES);
    }
  });
});

describe('a torn tail', () => {
  it('does not hide damage before a checkpoint, wherever that checkpoint lies', () => {
    const searched = 512 * 1024;
    for (let shorter = 64; shorter < 448; shorter += 32) {
      const { directory, lengths } = synced(2, 'x'.repeat(searched - shorter));
      const [header = 0, first = 0] = lengths;
      change(directory, logName(1), (bytes) =>
        bytes.slice(0, first + 100).with(header + 50, (bytes[header + 50] ?? 0) ^ 1),
      );
      expect(() => readCheckpoint(directory, 1, true)).toThrow('does not verify');
    }
  });

  it('at any byte beyond the last sync is ignored', () => {
    fc.assert(
      fc.property(fc.nat(5), fc.nat(5), fc.nat(), (synced, unsynced, cut) => {
        const directory = new MemoryDirectory();
        const translog = Translog.create(options(directory));
        for (let i = 0; i < synced; i++) translog.append(operation(i));
        translog.sync(-1);
        const durable = directory.length(logName(1));
        for (let i = 0; i < unsynced; i++) {
          translog.append(operation(synced + i, 'x'.repeat(300_000)));
        }
        const written = directory.length(logName(1)) - durable;
        change(directory, logName(1), (bytes) => bytes.slice(0, durable + (cut % (written + 1))));
        const again = Translog.open(options(directory), 1);
        expect(seqNos(again)).toEqual(Array.from({ length: synced }, (_, i) => i));
      }),
    );
  });

  it('that was durable is missed: whatever is cut off, the log is refused; a damaged mark says what the one before it said', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 3 }), (cut, last) => {
        const { directory, lengths } = synced(last);
        const copy = new MemoryDirectory();
        for (const name of directory.list()) {
          const bytes = new Uint8Array(directory.length(name));
          directory.readInto(name, 0, bytes);
          copy.writeFile(name, bytes);
        }
        const length = cut % (lengths[last] ?? 1);
        change(copy, logName(1), (bytes) => bytes.slice(0, length));
        expect(() => Translog.open(options(copy), 1)).toThrow('is corrupted');
        expect(seqNos(Translog.open(options(directory), 1))).toHaveLength(last);
      }),
    );
    const { directory, lengths } = synced(2);
    change(directory, logName(1), (bytes) => bytes.slice(0, lengths[1]));
    expect(() => Translog.open(options(directory), 1)).toThrow(`[${lengths[2]}] bytes of it`);
    change(directory, MARK_NAME, (bytes) => bytes.fill(7, 36, 40));
    expect(seqNos(Translog.open(options(directory), 1))).toEqual([0]);
  });

  it('is known after tens of thousands of syncs, in a file that does not grow', () => {
    const { directory, lengths } = synced(5000);
    expect(directory.length(MARK_NAME)).toBeLessThanOrEqual(64 * 1024);
    change(directory, logName(1), (bytes) => bytes.slice(0, lengths[4999]));
    expect(() => Translog.open(options(directory), 1)).toThrow('were durable');
  });

  it('in its checkpoint falls back to the one before it', () => {
    const { directory, lengths } = synced(2);
    directory.remove(MARK_NAME);
    change(directory, logName(1), (bytes) => bytes.slice(0, -10));
    expect(seqNos(Translog.open(options(directory), 1))).toEqual([0]);
    expect(directory.length(logName(1))).toBe(lengths[1]);
  });

  it('that lost any sectors of the last sync, but not its checkpoint, falls back to the one before it', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 5 }), (from, count) => {
        const { directory, lengths } = synced(3, 'x'.repeat(500));
        directory.remove(MARK_NAME);
        const [start = 0, end = 0] = [lengths[2], (lengths[3] ?? 0) - CHECKPOINT_BYTES];
        const at = start + CELL_BYTES * (from % ((end - start) / CELL_BYTES));
        change(directory, logName(1), (bytes) =>
          bytes.fill(0, at, Math.min(end, at + count * CELL_BYTES)),
        );
        expect(seqNos(Translog.open(options(directory), 1))).toEqual([0, 1]);
        expect(directory.length(logName(1))).toBe(start);
      }),
    );
  });

  it('never hides what was durable: any crash leaves a prefix with all that was synced', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('append', 'large', 'sync', 'roll', 'reopen'), { maxLength: 30 }),
        fc.constantFrom<CrashDamage>('drop', 'tear', 'scatter', 'keep'),
        (steps, damage) => {
          let directory = new MemoryDirectory();
          let translog = Translog.create(options(directory));
          let [written, durable] = [0, 0];
          for (const step of steps) {
            if (step === 'append') translog.append(operation(written++));
            else if (step === 'large') translog.append(operation(written++, 'x'.repeat(600_000)));
            else if (step === 'reopen') {
              directory = directory.afterCrash(damage, 'durable');
              translog = Translog.open(options(directory), 1);
              const found = seqNos(translog);
              expect(found).toEqual(Array.from({ length: found.length }, (_, i) => i));
              expect(found.length).toBeGreaterThanOrEqual(durable);
              written = found.length;
            } else if (step === 'roll') translog.roll();
            else translog.sync(-1);
            if (step === 'sync' || step === 'roll') durable = written;
          }
        },
      ),
    );
  });
});

describe('corruption', () => {
  const flipped = (directory: MemoryDirectory, place: number, flip: number) =>
    change(directory, logName(1), (bytes) => {
      bytes[place] = (bytes[place] ?? 0) ^ flip;
      return bytes;
    });
  const opening = (directory: MemoryDirectory): unknown => {
    try {
      seqNos(Translog.open(options(directory), 1));
    } catch (thrown) {
      return thrown;
    }
    return undefined;
  };
  const flips = fc.integer({ min: 1, max: 255 });

  it('of any byte that was synced is found', () => {
    fc.assert(
      fc.property(fc.nat(), flips, (place, flip) => {
        const { directory, lengths } = synced(5);
        flipped(directory, place % (lengths[5] ?? 0), flip);
        const error = opening(directory);
        expect(error).toBeInstanceOf(ApiError);
        expect((error as ApiError).type).toBe('translog_corrupted_exception');
      }),
    );
  });

  it('of any byte of a generation that is followed by another is found', () => {
    fc.assert(
      fc.property(fc.nat(), flips, (place, flip) => {
        const { directory, translog } = synced(5);
        const length = directory.length(logName(1));
        translog.roll();
        flipped(directory, place % length, flip);
        expect(opening(directory)).toBeInstanceOf(ApiError);
      }),
    );
  });

  it.each([
    ['a missing log', (d: MemoryDirectory) => d.remove(logName(1))],
    [
      'a log cut below its checkpoint',
      (d: MemoryDirectory) => change(d, logName(1), (b) => b.slice(0, b.length / 2)),
    ],
  ])('%s', (_name, damage) => {
    const { directory, translog } = synced(2);
    translog.roll();
    damage(directory);
    expect(() => seqNos(Translog.open(options(directory), 1))).toThrow(/is corrupted/);
  });

  it('a trimming that was torn is no damage', () => {
    const { directory, translog } = synced(3);
    translog.roll(2);
    translog.trimAbove(1, 2);
    expect(seqNos(Translog.open(options(directory), 1))).toEqual([0, 1]);
    change(directory, logName(1), (bytes) => bytes.slice(0, -3));
    const again = Translog.open(options(directory), 1);
    expect(seqNos(again)).toEqual([0, 1, 2]);
    again.trimAbove(0, 2);
    expect(seqNos(Translog.open(options(directory), 1))).toEqual([0]);
  });

  it('a trimming that is lost is no damage, and one that has changed is', () => {
    const trimmed = () => {
      const { directory, translog } = synced(3);
      translog.roll(2);
      translog.trimAbove(1, 2);
      return directory;
    };
    const lost = trimmed();
    change(lost, logName(1), (bytes) => bytes.fill(0, -CHECKPOINT_BYTES));
    expect(seqNos(Translog.open(options(lost), 1))).toEqual([0, 1, 2]);
    for (const at of [1, CHECKPOINT_BYTES]) {
      const changed = trimmed();
      change(changed, logName(1), (bytes) => bytes.with(-at, (bytes.at(-at) ?? 0) ^ 1));
      expect(() => seqNos(Translog.open(options(changed), 1))).toThrow(/is corrupted/);
    }
  });

  it('a generation of another translog', () => {
    const directory = new MemoryDirectory();
    Translog.create({ ...options(directory), translogUuid: 'another' });
    expect(() => Translog.open(options(directory), 1)).toThrow(/belongs to translog \[another\]/);
  });
});

describe('generations', () => {
  it('go on over rolls and are trimmed', () => {
    const directory = new MemoryDirectory();
    const translog = Translog.create(options(directory));
    const first = translog.append(operation(0));
    translog.roll();
    const second = translog.append(operation(1));
    expect([translog.read(first).seqNo, translog.read(second).seqNo]).toEqual([0, 1]);
    translog.roll();
    translog.append(operation(2));
    translog.sync(-1);
    expect(seqNos(Translog.open(options(directory.afterCrash('drop', 'durable')), 1))).toEqual([
      0, 1, 2,
    ]);
    translog.trimBefore(3);
    expect(directory.list().sort()).toEqual([MARK_NAME, 'translog-3.tlog']);
    expect(seqNos(Translog.open(options(directory), 3))).toEqual([2]);
  });

  it('torn while being begun is begun again', () => {
    const directory = new MemoryDirectory();
    const translog = Translog.create(options(directory));
    translog.append(operation(0));
    translog.sync(-1);
    directory.writeFile(logName(2), new Uint8Array(3));
    const again = Translog.open(options(directory), 1);
    again.append(operation(1));
    again.sync(-1);
    expect(again.generation).toBe(2);
    expect(seqNos(Translog.open(options(directory), 1))).toEqual([0, 1]);
  });
});

describe('a generation of format version 1', () => {
  /**
   * Converts a generation to format version 1: the same frames, with the checkpoint in a file of
   * its own.
   */
  function asVersion1(directory: MemoryDirectory, operations: number): void {
    directory.remove(MARK_NAME);
    let offset = 0;
    change(directory, logName(1), (bytes) => {
      const header = 24 + new DataView(bytes.buffer).getUint32(16, true);
      const view = new DataView(bytes.buffer);
      view.setUint32(4, 1, true);
      view.setUint32(header - 4, crc32(bytes.subarray(0, header - 4)), true);
      const kept = [...bytes.subarray(0, header)];
      for (let at = header; at < bytes.length; ) {
        const end = at + FRAME_BYTES + view.getUint32(at, true);
        if ((bytes[at + FRAME_BYTES] ?? 0) < CHECKPOINT_KIND) {
          kept.push(...bytes.subarray(at, end));
        }
        at = end;
      }
      offset = kept.length;
      return new Uint8Array([...kept, 1, 2, 3]);
    });
    const record = new Uint8Array(64);
    const view = new DataView(record.buffer);
    view.setUint32(0, 0x43544b53, true);
    view.setUint32(4, operations, true);
    view.setFloat64(8, offset, true);
    view.setFloat64(24, operations - 1, true);
    view.setFloat64(32, -1, true);
    view.setUint32(60, crc32(record.subarray(0, 60)), true);
    directory.writeFile(checkpointName(1), new Uint8Array([...record, 9, 9]));
  }

  it('is read, trimmed and removed', () => {
    const { directory } = synced(3);
    asVersion1(directory, 3);
    const translog = Translog.open(options(directory), 1);
    expect(seqNos(translog)).toEqual([0, 1, 2]);
    translog.append({ ...operation(3), primaryTerm: 2 });
    translog.roll(2);
    translog.trimAbove(1, 2);
    expect(seqNos(Translog.open(options(directory), 1))).toEqual([0, 1]);
    translog.trimBefore(2);
    expect(directory.list()).not.toContain(checkpointName(1));
  });
});
