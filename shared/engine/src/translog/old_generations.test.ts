/** Tests which generations a log is opened with, and which faults it is refused for. */
import { MemoryDirectory } from '@skein/search_library';
import { deletion } from '../testing/test_operation.js';
import { MARK_NAME } from './durable_mark.js';
import { checkpointName, logName } from './format.js';
import { Translog } from './translog.js';

const optionsOf = (directory: MemoryDirectory) => ({
  directory,
  translogUuid: 'log',
  primaryTerm: 1,
});

/** Generations 1 to 4 with an operation each, the last of which is written. */
function log() {
  const directory = new MemoryDirectory();
  const translog = Translog.create(optionsOf(directory));
  for (const seqNo of [0, 1, 2]) {
    translog.append(deletion(seqNo));
    translog.roll();
  }
  translog.append(deletion(3));
  translog.sync(-1);
  translog.close();
  return directory;
}

function without(...generations: number[]): MemoryDirectory {
  const directory = log();
  directory.remove(MARK_NAME);
  for (const generation of generations) directory.remove(logName(generation));
  return directory;
}

function damaged(generation: number): MemoryDirectory {
  const directory = log();
  directory.writeFile(logName(generation), directory.bytes(logName(generation)).fill(7, 4, 40));
  return directory;
}

/** Opens the log; returns the operations in it. */
function opened(directory: MemoryDirectory, needed: number): number[] {
  const translog = Translog.open(optionsOf(directory), needed);
  const seqNos = [...translog.operations(translog.view(), 0)].map(({ seqNo }) => seqNo);
  translog.close();
  return seqNos.toSorted((a, b) => a - b);
}

const refusal = (reason: string) =>
  expect.objectContaining({ type: 'translog_corrupted_exception', reason });
const missing = (where: string, generation: number) =>
  refusal(`translog [${where}] is corrupted: generation [${generation}] is missing`);

test.each([1, 2, 3, 4])('all generations count, whichever [%d] is needed', (needed) => {
  expect(opened(log(), needed)).toEqual([0, 1, 2, 3]);
});

test.each<[number[], number, number]>([
  [[1], 1, 1],
  [[2], 2, 2],
  [[2], 1, 2],
  [[3], 1, 3],
  [[3], 2, 3],
  [[3, 4], 3, 3],
  [[1, 2, 3, 4], 1, 1],
])('a log without %j is refused when %d is needed', (gone, needed, told) => {
  expect(() => opened(without(...gone), needed)).toThrow(missing('memory', told));
});

test.each<[number[], number, number[]]>([
  [[1], 2, [1, 2, 3]],
  [[2], 3, [2, 3]],
  [[2], 4, [2, 3]],
  [[3], 4, [3]],
  [[1, 3], 4, [3]],
])(
  'of history before the needed generations, without %j, only what has no gap counts',
  (gone, needed, left) => {
    const directory = without(...gone);
    expect(opened(directory, needed)).toEqual(left);
    for (const seqNo of [0, 1, 2]) {
      expect(directory.exists(logName(seqNo + 1))).toBe(left.includes(seqNo));
    }
  },
);

test('a damaged generation is refused if it is needed, and otherwise removed with those before it', () => {
  expect(() => opened(damaged(2), 1)).toThrow(/is corrupted/);
  expect(() => opened(damaged(2), 2)).toThrow(/is corrupted/);
  const directory = damaged(2);
  expect(opened(directory, 3)).toEqual([2, 3]);
  expect([1, 2].filter((generation) => directory.exists(logName(generation)))).toEqual([]);
});

test('a needed generation that is the newest is refused when it is gone or unfinished', () => {
  expect(() => opened(without(4), 4)).toThrow(missing('memory', 4));
  const directory = without(4);
  directory.writeFile(logName(4), new Uint8Array(3));
  expect(() => opened(directory.copy(), 4)).toThrow(missing('memory', 4));
  expect(opened(directory, 3)).toEqual([0, 1, 2]);
});

test('a checkpoint file without its log makes a needed generation a damaged one', () => {
  const directory = log();
  directory.writeFile(checkpointName(2), new Uint8Array(0));
  expect(() => opened(directory, 2)).toThrow(
    refusal(`translog [memory/${logName(2)}] is corrupted: no checkpoint`),
  );
  expect(opened(directory, 3)).toEqual([2, 3]);
  expect(directory.exists(checkpointName(2))).toBe(false);
});

test('a mark of a generation behind the newest says that this one is gone', () => {
  const directory = log();
  const translog = Translog.open(optionsOf(directory), 1);
  translog.append(deletion(4));
  translog.sync(-1);
  const durable = directory.length(logName(5));
  translog.close();
  directory.remove(logName(5));
  expect(() => opened(directory.copy(), 1)).toThrow(
    refusal(
      `translog [memory/${logName(5)}] is corrupted: ends at [0], and [${durable}] bytes of it were durable`,
    ),
  );
  directory.remove(MARK_NAME);
  expect(opened(directory, 1)).toEqual([0, 1, 2, 3]);
});

test('a mark of a generation that is no longer needed says nothing', () => {
  const directory = log();
  const translog = Translog.open(optionsOf(directory), 1);
  translog.append(deletion(4));
  translog.roll();
  translog.trimBefore(6);
  translog.close();
  expect(directory.list()).toEqual([MARK_NAME, logName(6)]);
  expect(opened(directory, 6)).toEqual([]);
});

test('a log has one file open for appending, and its mark, until it is closed', () => {
  const directory = new MemoryDirectory();
  const translog = Translog.create(optionsOf(directory));
  expect(directory.openFiles).toBe(1);
  for (const seqNo of [0, 1, 2]) {
    translog.append(deletion(seqNo));
    translog.sync(-1);
    translog.roll(2);
    translog.trimAbove(1, 2);
  }
  expect(directory.openFiles).toBe(2);
  translog.close();
  expect(directory.openFiles).toBe(0);
  const bytes = directory.bytes(logName(4));
  directory.writeFile(logName(4), bytes.slice(0, -3));
  const again = Translog.open(optionsOf(directory), 1);
  again.append(deletion(3));
  again.sync(-1);
  expect(directory.openFiles).toBe(2);
  again.remove();
  expect(directory.openFiles).toBe(0);
  expect(directory.list()).toEqual([]);
});

test('the highest term and global checkpoint of any generation count', () => {
  const directory = new MemoryDirectory();
  const translog = Translog.create({ ...optionsOf(directory), primaryTerm: 3 });
  translog.append(deletion(0));
  translog.sync(0);
  translog.sync(-1);
  expect(translog.globalCheckpoint).toBe(0);
  translog.close();
  for (const [primaryTerm, expected] of [
    [2, 3],
    [5, 5],
    [4, 5],
  ] as const) {
    const again = Translog.open({ ...optionsOf(directory), primaryTerm }, 1);
    expect([again.primaryTerm, again.globalCheckpoint]).toEqual([expected, 0]);
    again.close();
  }
});

test('an operation is found in the oldest generation that has it or a later one', () => {
  const directory = log();
  const translog = Translog.open(optionsOf(directory), 1);
  expect([0, 1, 2, 3, 4].map((seqNo) => translog.generationOf(seqNo))).toEqual([1, 2, 3, 4, 5]);
  translog.roll(2);
  translog.trimAbove(1, 2);
  expect([0, 1, 2].map((seqNo) => translog.generationOf(seqNo))).toEqual([1, 2, 6]);
  expect(translog.oldestGeneration).toBe(1);
  translog.trimBefore(3);
  expect(translog.oldestGeneration).toBe(3);
});

test('only generations of an earlier term are trimmed, and never to more than before', () => {
  const directory = new MemoryDirectory();
  const translog = Translog.create(optionsOf(directory));
  const held = () => [...translog.operations(translog.view(), 0)].map(({ seqNo }) => seqNo);
  for (const seqNo of [0, 1, 2]) translog.append(deletion(seqNo));
  translog.roll(2);
  translog.append(deletion(3));
  translog.roll(3);
  translog.trimAbove(0, 1);
  expect(held()).toEqual([3, 0, 1, 2]);
  translog.trimAbove(1, 2);
  expect(held()).toEqual([3, 0, 1]);
  const length = directory.length(logName(1));
  translog.trimAbove(2, 2);
  translog.trimAbove(1, 2);
  expect(directory.length(logName(1))).toBe(length);
  expect(held()).toEqual([3, 0, 1]);
  translog.trimAbove(3, 3);
  expect(held()).toEqual([3, 0, 1]);
  translog.trimAbove(0, 3);
  expect(held()).toEqual([0]);
  const again = Translog.open(optionsOf(directory.afterCrash('drop', 'durable')), 1);
  expect([...again.operations(again.view(), 0)].map(({ seqNo }) => seqNo)).toEqual([0]);
});
