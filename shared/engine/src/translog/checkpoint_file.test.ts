import { MemoryDirectory } from '@skein/search_library';
import { editor } from '../testing/edited_file.js';
import { appendToCheckpointFile, readCheckpointFile } from './checkpoint_file.js';
import { type Checkpoint, checkpointName } from './format.js';

const RECORD_BYTES = 64;
const NAME = checkpointName(4);

const checkpoint = (at: number, trimmedAbove: number | undefined = undefined): Checkpoint => ({
  operations: at + 10,
  offset: 2 ** 40 + at,
  minSeqNo: at + 3,
  maxSeqNo: 2 ** 45 + at,
  globalCheckpoint: at + 2,
  trimmedAbove,
});

function withRecords(count: number): MemoryDirectory {
  const directory = new MemoryDirectory();
  directory.writeFile(NAME, new Uint8Array(0));
  for (let at = 0; at < count; at++) appendToCheckpointFile(directory, 4, checkpoint(at));
  return directory;
}

const edited = editor(NAME);

test('the last record is current, with all its numbers, and durable', () => {
  expect(readCheckpointFile(withRecords(0), 4)).toBeUndefined();
  expect(readCheckpointFile(withRecords(3), 4)).toEqual(checkpoint(2));
  const directory = withRecords(1);
  directory.syncDirectory();
  appendToCheckpointFile(directory, 4, checkpoint(5, 0));
  const after = directory.afterCrash('drop', 'durable');
  expect(readCheckpointFile(after, 4)).toEqual(checkpoint(5, 0));
});

test('a torn record is left out, and the next one replaces it', () => {
  const directory = withRecords(2);
  const zeros = edited(directory, (bytes) => bytes.fill(0, RECORD_BYTES));
  const cut = edited(directory, (bytes) => bytes.slice(0, 2 * RECORD_BYTES - 1));
  for (const torn of [zeros, cut]) {
    expect(readCheckpointFile(torn, 4)).toEqual(checkpoint(0));
    appendToCheckpointFile(torn, 4, checkpoint(7));
    expect(torn.length(NAME)).toBe(2 * RECORD_BYTES);
    expect(readCheckpointFile(torn, 4)).toEqual(checkpoint(7));
  }
  const first = edited(withRecords(1), (bytes) => bytes.fill(0));
  expect(readCheckpointFile(first, 4)).toBeUndefined();
});

test('a record that does not verify and is not torn was damaged', () => {
  const directory = withRecords(2);
  const refused = (edit: (bytes: Uint8Array) => Uint8Array) =>
    expect(() => readCheckpointFile(edited(directory, edit), 4)).toThrow('does not verify');
  for (let at = RECORD_BYTES; at < 2 * RECORD_BYTES; at++)
    refused((bytes) => bytes.with(at, (bytes[at] ?? 0) ^ 1));
  refused((bytes) => bytes.fill(0));
  // Zeros in front of a torn rest: two records were lost, which no single sync explains.
  refused((bytes) =>
    bytes
      .fill(0, RECORD_BYTES)
      .slice(0, 2 * RECORD_BYTES)
      .with(0, 1),
  );
});
