/** A change of any byte in any file of a shard with every kind of part is detected. */
import { utf8 } from '@skein/bytes';
import { deleteTombstone } from '../document/tombstone.js';
import { IndexWriter } from '../index/index_writer.js';
import type { MemoryDirectory } from '../store/memory_directory.js';
import { checkIndex } from './check_index.js';
import { fullIndex } from './testing/full_index.js';

/**
 * Adds a segment with a tombstone and a replaced document whose stored source differs from the one
 * that arrived.
 */
function addHistory(directory: MemoryDirectory): void {
  const writer = IndexWriter.open(directory, { retainFrom: () => 0 });
  const numbers = { version: 2, seqNo: 100, primaryTerm: 1 };
  const stored = { id: 'old', routing: undefined, source: undefined, fields: undefined };
  writer.addDocument({
    stored: { ...stored, recoverySource: utf8('{"a":1}') },
    fields: [],
    ...numbers,
  });
  writer.deleteDocuments('old');
  writer.addDeleted(deleteTombstone('old', { ...numbers, seqNo: 101 }));
  writer.commit({});
}

test('a flipped byte anywhere is found, and in the right segment', () => {
  const directory = fullIndex({ docs: 14, segments: 2 });
  addHistory(directory);
  expect(checkIndex(directory).problems).toEqual([]);
  let flips = 0;
  for (const name of directory.list()) {
    const original = directory.bytes(name);
    const segment = /^(_[0-9a-z]+?)[._]/.exec(name)?.[1];
    for (let at = 0; at < original.length; at++) {
      const damaged = original.slice();
      damaged[at] ^= 1 << (at % 8);
      directory.writeFile(name, damaged);
      const [first] = checkIndex(directory).problems;
      if (first?.segment !== segment || first === undefined) {
        throw new Error(`byte [${at}] of [${name}]: ${JSON.stringify(first)}`);
      }
      flips++;
    }
    directory.writeFile(name, original);
  }
  expect(flips).toBe(directory.list().reduce((sum, name) => sum + directory.length(name), 0));
});
