import { MemoryDirectory } from '@skein/search_library';
import { deletion } from '../testing/test_operation.js';
import { checkTranslog } from './check_translog.js';
import { MARK_NAME } from './durable_mark.js';
import { logName } from './format.js';
import { Translog } from './translog.js';

const UUID = 'log';
const COMMIT = { translog_generation: '1', translog_uuid: UUID };

/** Two generations: the first with three operations, the second with two in two syncs. */
function newLog(): MemoryDirectory {
  const directory = new MemoryDirectory();
  const translog = Translog.create({ directory, translogUuid: UUID, primaryTerm: 1 });
  for (const seqNo of [0, 1, 2]) translog.append(deletion(seqNo));
  translog.sync(-1);
  translog.roll(1);
  for (const seqNo of [3, 4]) {
    translog.append(deletion(seqNo));
    translog.sync(-1);
  }
  translog.close();
  return directory;
}

function edited(name: string, edit: (bytes: Uint8Array) => Uint8Array): MemoryDirectory {
  const directory = newLog();
  directory.writeFile(name, edit(directory.bytes(name)));
  return directory;
}

test('a sound log has no problems, from the generation on that the commit names', () => {
  const directory = newLog();
  const before = directory.copy();
  expect(checkTranslog(directory, COMMIT)).toEqual({
    generations: 2,
    operations: 5,
    tornBytes: 0,
    problems: [],
  });
  const later = { ...COMMIT, translog_generation: '2' };
  expect(checkTranslog(directory, later)).toMatchObject({ generations: 1, operations: 2 });
  for (const name of before.list()) expect(directory.bytes(name)).toEqual(before.bytes(name));
});

test('a missing log, and one of another shard, are told', () => {
  const [first, second] = [logName(1), logName(2)];
  const missing = { ...COMMIT, translog_generation: '3' };
  expect(checkTranslog(newLog(), missing)).toEqual({
    generations: 0,
    operations: 0,
    tornBytes: 0,
    problems: [`file is missing (resource=${logName(3)})`],
  });
  expect(checkTranslog(newLog(), { ...COMMIT, translog_uuid: 'other' }).problems).toEqual([
    `translog [memory/${first}] belongs to [${UUID}]`,
    `translog [memory/${second}] belongs to [${UUID}]`,
  ]);
});

test('a generation that is missing between two others is told', () => {
  const directory = newLog();
  const translog = Translog.open({ directory, translogUuid: UUID, primaryTerm: 1 }, 1);
  translog.append(deletion(5));
  translog.sync(-1);
  translog.close();
  directory.remove(logName(2));
  expect(checkTranslog(directory, COMMIT)).toMatchObject({
    generations: 1,
    problems: [`file is missing (resource=${logName(2)})`],
  });
});

test('an end that was durable and is gone is told; without a mark it is a torn sync', () => {
  const torn = 40;
  const cut = edited(logName(2), (bytes) => bytes.slice(0, bytes.length - torn));
  expect(checkTranslog(cut, COMMIT).problems).toEqual([
    expect.stringContaining(`${logName(2)}] ends at [`),
  ]);
  cut.remove(MARK_NAME);
  const found = checkTranslog(cut, COMMIT);
  expect(found).toMatchObject({ generations: 2, operations: 4, problems: [] });
  expect(found.tornBytes).toBeGreaterThan(0);
});

test('a generation without a checkpoint is an unfinished one only if it is the newest, and the commit does not name it', () => {
  const empty = (name: string) => {
    const directory = edited(name, () => new Uint8Array(0));
    directory.remove(MARK_NAME);
    return directory;
  };
  expect(checkTranslog(empty(logName(2)), COMMIT).problems).toEqual([]);
  const named = checkTranslog(empty(logName(2)), { ...COMMIT, translog_generation: '2' });
  expect(named.problems).toEqual([expect.stringContaining('has no checkpoint')]);
  expect(checkTranslog(empty(logName(1)), COMMIT).problems).toHaveLength(1);
});

test('damage in one generation does not hide the others', () => {
  const damaged = edited(logName(1), (bytes) => bytes.with(60, (bytes[60] ?? 0) ^ 1));
  const found = checkTranslog(damaged, COMMIT);
  expect(found.problems).toEqual([expect.stringContaining('does not verify')]);
  expect(found).toMatchObject({ generations: 2, operations: 2 });
});
