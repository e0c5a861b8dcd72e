import { MemoryDirectory } from '@skein/search_library';
import { editor } from '../testing/edited_file.js';
import { DurableMark, MARK_NAME, readMark } from './durable_mark.js';

const UUID = 'log';
const RECORD_BYTES = 32;
/** The mark of byte 2^40 + 1 of the second generation. */
const RECORD = '53444b4dc5683f8f00000000000000400010000000007042000000003c7036a0';

function marked(count: number): { directory: MemoryDirectory; mark: DurableMark } {
  const directory = new MemoryDirectory();
  const mark = new DurableMark(directory, UUID);
  for (let i = 1; i <= count; i++) mark.set({ generation: 2, offset: 2 ** 40 + i });
  return { directory, mark };
}

const edited = editor(MARK_NAME);

test('the newest record counts, and a log without records has no file', () => {
  expect(marked(0).directory.list()).toEqual([]);
  expect(readMark(new MemoryDirectory(), UUID)).toBeUndefined();
  const { directory } = marked(3);
  expect(directory.length(MARK_NAME)).toBe(3 * RECORD_BYTES);
  expect(readMark(directory, UUID)).toEqual({ generation: 2, offset: 2 ** 40 + 3 });
  expect(readMark(directory, 'another log')).toBeUndefined();
});

test('a record has the form that earlier releases have written', () => {
  const directory = new MemoryDirectory();
  new DurableMark(directory, UUID).set({ generation: 2, offset: 2 ** 40 + 1 });
  const hex = Buffer.from(directory.bytes(MARK_NAME)).toString('hex');
  expect(hex).toBe(RECORD);
});

test('a record that is torn or damaged leaves the one before it', () => {
  const { directory } = marked(2);
  const before = { generation: 2, offset: 2 ** 40 + 1 };
  for (let cut = 1; cut < RECORD_BYTES; cut++) {
    const torn = edited(directory, (bytes) => bytes.slice(0, bytes.length - cut));
    expect(readMark(torn, UUID)).toEqual(before);
  }
  for (let at = RECORD_BYTES; at < 2 * RECORD_BYTES; at++) {
    const damaged = edited(directory, (bytes) => bytes.with(at, (bytes[at] ?? 0) ^ 1));
    expect(readMark(damaged, UUID)).toEqual(before);
  }
  expect(
    readMark(
      edited(directory, () => new Uint8Array(0)),
      UUID,
    ),
  ).toBeUndefined();
  expect(
    readMark(
      edited(directory, (bytes) => bytes.slice(0, 31)),
      UUID,
    ),
  ).toBeUndefined();
});

test('the file begins again before it passes 64 KiB', () => {
  const most = (64 * 1024) / RECORD_BYTES;
  const { directory, mark } = marked(most);
  expect(directory.length(MARK_NAME)).toBe(64 * 1024);
  mark.set({ generation: 3, offset: 1 });
  expect(directory.length(MARK_NAME)).toBe(RECORD_BYTES);
  expect(readMark(directory, UUID)).toEqual({ generation: 3, offset: 1 });
});

test('a disk that refuses a record keeps the older mark, and is not asked again', () => {
  let writes = 0;
  let isFull = false;
  const directory = new MemoryDirectory({
    onOperation: (operation) => {
      if (operation !== 'append') return;
      writes++;
      if (isFull) throw new Error('disk full');
    },
  });
  const mark = new DurableMark(directory, UUID);
  mark.set({ generation: 1, offset: 5 });
  isFull = true;
  mark.set({ generation: 1, offset: 6 });
  isFull = false;
  mark.set({ generation: 1, offset: 7 });
  expect(readMark(directory, UUID)).toEqual({ generation: 1, offset: 5 });
  expect(writes).toBe(2);
});

test('a new log forgets the mark of the one before', () => {
  const { directory } = marked(1);
  DurableMark.forget(directory);
  expect(directory.exists(MARK_NAME)).toBe(false);
  DurableMark.forget(directory);
  expect(directory.list()).toEqual([]);
});

test('records behind a torn one are read', () => {
  const { directory, mark } = marked(2);
  mark.close();
  const torn = directory.openAppend(MARK_NAME);
  torn.append(new Uint8Array(5));
  torn.close();
  const next = { generation: 3, offset: 100 };
  new DurableMark(directory, UUID).set(next);
  expect(readMark(directory, UUID)).toEqual(next);
});
