import { ApiError } from '@skein/errors';
import { MemoryDirectory } from '@skein/search_library';
import fc from 'fast-check';
import { checkpointName, FRAME_BYTES, logName } from './format.js';
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

/** Overwrites one file of a directory with its bytes changed. */
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
});

describe('a torn tail', () => {
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

  it('of the checkpoint file falls back to the record before it', () => {
    const directory = new MemoryDirectory();
    const translog = Translog.create(options(directory));
    translog.append(operation(0));
    translog.sync(-1);
    translog.append(operation(1));
    translog.sync(-1);
    change(directory, checkpointName(1), (bytes) => bytes.slice(0, -10));
    expect(seqNos(Translog.open(options(directory), 1))).toEqual([0]);
  });
});

describe('corruption', () => {
  it('of any byte below the checkpoint is found', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 255 }), (place, flip) => {
        const directory = new MemoryDirectory();
        const translog = Translog.create(options(directory));
        for (let i = 0; i < 5; i++) translog.append(operation(i));
        translog.sync(-1);
        change(directory, logName(1), (bytes) => {
          const at = place % bytes.length;
          bytes[at] = (bytes[at] ?? 0) ^ flip;
          return bytes;
        });
        let error: unknown;
        try {
          seqNos(Translog.open(options(directory), 1));
        } catch (thrown) {
          error = thrown;
        }
        expect(error).toBeInstanceOf(ApiError);
        expect((error as ApiError).type).toBe('translog_corrupted_exception');
      }),
    );
  });

  it.each([
    ['a missing log', (d: MemoryDirectory) => d.remove(logName(1))],
    [
      'a log cut below its checkpoint',
      (d: MemoryDirectory) => change(d, logName(1), (b) => b.slice(0, -1)),
    ],
  ])('%s', (_name, damage) => {
    const directory = new MemoryDirectory();
    const translog = Translog.create(options(directory));
    translog.append(operation(0));
    translog.sync(-1);
    damage(directory);
    expect(() => seqNos(Translog.open(options(directory), 1))).toThrow(/is corrupted/);
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
    translog.trimBefore(3, 3);
    expect(directory.list()).toEqual(['translog-3.ckp', 'translog-3.tlog']);
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
