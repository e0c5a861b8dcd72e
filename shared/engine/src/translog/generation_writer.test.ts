/** Tests reading what is appended: from the file, from what waits to be written, and from both. */
import { type Directory, MemoryDirectory } from '@skein/search_library';
import { FileWindow } from './file_window.js';
import { FRAME_BYTES, logName } from './format.js';
import { encodeFrames, frameIdentity, readFrames, splitFrames, verifiedFrames } from './frames.js';
import { frameBody } from './generation_reader.js';
import { GenerationWriter } from './generation_writer.js';
import type { TranslogOperation } from './operation_codec.js';

const WRITE_BUFFER_BYTES = 1024 * 1024;

const operation = (seqNo: number, bytes: number): TranslogOperation => ({
  kind: 'index',
  seqNo,
  primaryTerm: 2 ** 40,
  version: 1,
  id: `id${seqNo}`,
  routing: undefined,
  source: new Uint8Array(bytes).fill(seqNo + 1),
});

/** Compares arrays of many bytes, for which `toEqual` takes seconds. */
function expectSame(found: Uint8Array, wanted: Uint8Array): void {
  expect(found).toHaveLength(wanted.length);
  expect(Buffer.compare(found, wanted)).toBe(0);
}

function newWriter() {
  const directory = new MemoryDirectory();
  const header = { translogUuid: 'log', primaryTerm: 1 };
  return { directory, writer: new GenerationWriter(directory, 1, header, -1) };
}

test('operations are written to the file when the waiting ones have reached a mebibyte', () => {
  const { directory, writer } = newWriter();
  const start = directory.length(logName(1));
  const { length } = writer.append(operation(0, 1000));
  const overhead = length - 1000;
  const left = WRITE_BUFFER_BYTES - length;
  writer.append(operation(1, left - overhead - 1));
  expect(directory.length(logName(1))).toBe(start);
  writer.appendFrame(2, encodeFrames([operation(2, 1)]));
  expect(directory.length(logName(1))).toBe(writer.sizeBytes);
  const other = newWriter();
  other.writer.append(operation(0, WRITE_BUFFER_BYTES - overhead));
  expect(other.directory.length(logName(1))).toBe(start + WRITE_BUFFER_BYTES);
  expect(other.writer.needsSync).toBe(true);
  const durable = other.directory.afterCrash('drop', 'durable');
  expect(durable.length(logName(1))).toBe(start);
});

test('operations and frames are read wherever they lie', () => {
  const { writer } = newWriter();
  const operations = [10, 600_000, 600_000, 20, 30].map((bytes, seqNo) => operation(seqNo, bytes));
  const places = operations.map((each) => ({ each, ...writer.append(each) }));
  const check = () => {
    for (const [i, { each, offset, length }] of places.entries()) {
      expectSame(encodeFrames([writer.read(offset, length)]), encodeFrames([each]));
      expectSame(writer.framesSince(offset), encodeFrames(operations.slice(i)));
    }
    expect(writer.framesSince(writer.sizeBytes)).toHaveLength(0);
  };
  check();
  const end = writer.sizeBytes;
  writer.sync(-1);
  for (const { each, offset, length } of places) {
    expectSame(encodeFrames([writer.read(offset, length)]), encodeFrames([each]));
  }
  expectSame(writer.framesSince(0).subarray(places[0]?.offset, end), encodeFrames(operations));
});

test('a damaged operation in the file is refused by its place', () => {
  const { directory, writer } = newWriter();
  const { offset, length } = writer.append(operation(0, 100));
  writer.sync(-1);
  const bytes = directory.bytes(logName(1));
  bytes[offset + 50] = 77;
  directory.writeFile(logName(1), bytes);
  expect(() => writer.read(offset, length)).toThrow(
    expect.objectContaining({
      type: 'translog_corrupted_exception',
      reason: `translog [memory/${logName(1)}] is corrupted: checksum of operation at [${offset}] does not match`,
    }),
  );
});

test('a sync is needed for operations and a higher global checkpoint alone', () => {
  const { directory, writer } = newWriter();
  const size = () => directory.length(logName(1));
  const before = size();
  writer.sync(-1);
  expect(size()).toBe(before);
  writer.sync(0);
  const after = size();
  expect(after).toBeGreaterThan(before);
  writer.sync(0);
  writer.sync(-1);
  expect(size()).toBe(after);
  expect(writer.checkpoint).toMatchObject({ globalCheckpoint: 0, operations: 0 });
  writer.append(operation(7, 1));
  writer.append(operation(3, 1));
  writer.append(operation(5, 1));
  expect(writer.needsSync).toBe(true);
  writer.sync(0);
  expect(writer.needsSync).toBe(false);
  expect(writer.checkpoint).toMatchObject({
    operations: 3,
    minSeqNo: 3,
    maxSeqNo: 7,
    offset: size(),
  });
});

test('a frame that claims more than a gibibyte is not read', () => {
  const header = new Uint8Array(FRAME_BYTES);
  const reads: number[] = [];
  const frameOf = (bytes: number) => {
    new DataView(header.buffer).setUint32(0, bytes, true);
    const directory: Directory = Object.assign(new MemoryDirectory(), {
      readInto: (_name: string, at: number, target: Uint8Array) => {
        reads.push(at);
        target.set(header.subarray(0, target.length));
      },
    });
    return frameBody(new FileWindow(directory, logName(1), 2 ** 32), 0);
  };
  expect(frameOf(2 ** 30 + 1)).toBeUndefined();
  expect(reads).toEqual([0]);
  expect(frameOf(2 ** 21)).toBeUndefined();
  expect(reads).toEqual([0, 0, FRAME_BYTES]);
});

describe('frames of another copy', () => {
  const FRAMES = encodeFrames([operation(0, 5), operation(2 ** 33, 0), operation(1, 300)]);

  test('are told apart, each by its number and term', () => {
    const found = [...readFrames(FRAMES)];
    expect(found.map(({ operation: { seqNo } }) => seqNo)).toEqual([0, 2 ** 33, 1]);
    expect(found.map(({ frame }) => frameIdentity(frame))).toEqual(
      [0, 2 ** 33, 1].map((seqNo) => ({ seqNo, term: 2 ** 40 })),
    );
    expect([...splitFrames(new Uint8Array(0))]).toEqual([]);
    const moved = new Uint8Array(FRAMES.length + 3);
    moved.set(FRAMES, 3);
    expect([...readFrames(moved.subarray(3))]).toEqual(found);
  });

  test('are refused when they end early, wherever that is', () => {
    const ends = [0];
    for (const frame of splitFrames(FRAMES)) ends.push((ends.at(-1) ?? 0) + frame.length);
    for (let length = 0; length <= FRAMES.length; length++) {
      const split = () => [...splitFrames(FRAMES.subarray(0, length))].length;
      if (ends.includes(length)) expect(split()).toBe(ends.indexOf(length));
      else expect(split).toThrow('from another copy] is corrupted: an operation is cut off');
    }
  });

  test('are refused when a bit of a body or a checksum is another', () => {
    for (let at = 4; at < 40; at++) {
      const damaged = FRAMES.slice();
      damaged[at] = (damaged[at] ?? 0) ^ 1;
      expect(() => [...verifiedFrames(damaged)]).toThrow('checksum of an operation does not match');
    }
  });
});
