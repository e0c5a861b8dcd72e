/**
 * Flips single bits in every byte of every file of a closed shard. The engine then shows the same
 * documents, or refuses with a named error, when it is opened or when the part is read. In the
 * translog and the commit every bit is flipped; in larger files one bit per byte, varying from byte
 * to byte.
 */
import { ApiError } from '@skein/errors';
import { letGoOfParts } from '@skein/search_library';
import {
  deleteOf,
  indexOf,
  newDisk,
  openEngine,
  readRefreshed,
  type TestDisk,
} from './testing/test_engine.js';

const IDS = ['a', 'b', 'c', 'd', 'e'];
const ALL_BITS = /^(?:segments_|translog-)/;

/** Two segments with deleted documents, and operations that only the log has. */
function shard(): TestDisk {
  const disk = newDisk();
  const engine = openEngine(disk, { create: true });
  for (const id of ['a', 'b']) engine.index(indexOf(id, `first ${id}`));
  engine.flush({ force: true, periodic: false });
  engine.index(indexOf('c', 'second c'));
  engine.delete(deleteOf('a'));
  engine.flush({ force: true, periodic: false });
  engine.index(indexOf('d', 'in the log'));
  engine.sync();
  engine.index(indexOf('e', 'in the last sync of the log'));
  engine.sync();
  return disk;
}

const REFUSALS: ReadonlySet<string> = new Set([
  'corrupt_index_exception',
  'translog_corrupted_exception',
]);

function shownBy(disk: TestDisk): string {
  try {
    const engine = openEngine(disk, { create: false });
    try {
      return JSON.stringify(IDS.map((id) => readRefreshed(engine, id)));
    } finally {
      engine.close();
      letGoOfParts();
    }
  } catch (error) {
    if (error instanceof ApiError && REFUSALS.has(error.type)) return 'refused';
    throw error;
  }
}

const flipped = (bytes: Uint8Array, bit: number) => {
  const damaged = bytes.slice();
  damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return damaged;
};

test('a flipped bit of a shard changes nothing it shows, or is named', () => {
  const disk = shard();
  const copied = () => ({ index: disk.index.copy(), translog: disk.translog.copy() });
  const expected = shownBy(copied());
  expect(JSON.parse(expected)).toEqual([
    null,
    'first b@1#1',
    'second c@1#2',
    'in the log@1#4',
    'in the last sync of the log@1#5',
  ]);
  const outcomes = new Map<string, number>();
  for (const kind of ['index', 'translog'] as const) {
    for (const name of disk[kind].list()) {
      const bytes = disk[kind].bytes(name);
      for (let bit = 0; bit < bytes.length * 8; bit += ALL_BITS.test(name) ? 1 : 9) {
        const damaged = copied();
        damaged[kind].writeFile(name, flipped(bytes, bit));
        const found = shownBy(damaged);
        if (found !== expected && found !== 'refused') {
          throw new Error(`bit ${bit & 7} of byte ${bit >> 3} of [${name}]: ${found}`);
        }
        outcomes.set(found, (outcomes.get(found) ?? 0) + 1);
      }
    }
  }
  expect(outcomes.get('refused')).toBeGreaterThan(0);
});
