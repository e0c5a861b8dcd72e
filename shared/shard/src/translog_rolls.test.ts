import { openAlone, put } from './testing/shard_group.js';

const THRESHOLD = 'index.translog.generation_threshold_size';

test('a file of the log that is long enough is followed by another; a flush lets both go', async () => {
  const { shard } = openAlone({ request: { indexSettings: { [THRESHOLD]: '400b' } } });
  const files = () =>
    shard.options.translogDirectory.list().filter((name) => name.endsWith('.tlog'));
  await put({ shard }, 'a', 1);
  shard.maintain();
  expect(files()).toHaveLength(1);
  for (const id of ['b', 'c', 'd', 'e', 'f']) await put({ shard }, id, 1);
  shard.maintain();
  expect(files()).toHaveLength(2);
  shard.changeSettings(new Map([[THRESHOLD, '1gb']]));
  for (const id of ['g', 'h', 'i', 'j', 'k']) await put({ shard }, id, 1);
  shard.maintain();
  expect(files()).toHaveLength(2);
  shard.flush({ force: true, periodic: false });
  expect(files()).toHaveLength(1);
  expect(shard.stats().docs.count).toBe(11);
  await shard.close();
});
