/** Statistics of files that are not open. */
import { IndexWriter, MemoryDirectory } from '@skein/search_library';
import { EMPTY_STATS, storedStats } from './stored_stats.js';

test('a folder without a commit has nothing', () => {
  expect(storedStats(new MemoryDirectory())).toEqual(EMPTY_STATS);
});

test('a shard that is not open has counted nothing, and has no operation', () => {
  const figures = (value: object, path: string): [string, number][] =>
    Object.entries(value).flatMap(([key, each]): [string, number][] => {
      if (typeof each === 'number') return [[`${path}${key}`, each]];
      return typeof each === 'object' ? figures(each, `${path}${key}.`) : [];
    });
  const all = figures(EMPTY_STATS, '');
  expect(all.length).toBeGreaterThan(30);
  expect(all.filter(([, value]) => value !== 0)).toEqual([
    ['seqNo.maxSeqNo', -1],
    ['seqNo.localCheckpoint', -1],
    ['seqNo.globalCheckpoint', -1],
  ]);
});

test('documents, segments and checkpoints of the newest commit', () => {
  const directory = new MemoryDirectory();
  const writer = IndexWriter.open(directory, {});
  const add = (id: number): void => {
    const stored = { id: String(id), routing: undefined, source: undefined, fields: undefined };
    writer.addDocument({ stored, fields: [], version: 1, seqNo: id, primaryTerm: 1 });
  };
  add(0);
  writer.refresh();
  add(1);
  add(2);
  const userData = { history_uuid: 'h', local_checkpoint: '2', max_seq_no: '3' };
  writer.commit(userData);
  add(3);
  const found = storedStats(directory);
  expect(found).toMatchObject({
    docs: { count: 3, deleted: 0 },
    segments: { count: 2 },
    seqNo: { maxSeqNo: 3, localCheckpoint: 2, globalCheckpoint: 2 },
    commit: { id: `h:${found.commit.generation}`, userData, docs: 3 },
  });
  expect(found.storeBytes).toBeGreaterThan(0);
});
