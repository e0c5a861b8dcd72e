import { NOTHING_COPIED, type ShardStatus, statusJson } from './status_json.js';

const HEAD = {
  name: 's',
  repository: 'r',
  uuid: 'u',
  state: 'STARTED',
  includeGlobalState: false,
  startMs: 1000,
  timeMs: 0,
};
const BEGUN: ShardStatus = { ...NOTHING_COPIED, stage: 'STARTED', startMs: 1500, timeMs: 20 };
const WAITING: ShardStatus = { ...NOTHING_COPIED, stage: 'INIT' };
const FAILED: ShardStatus = { ...NOTHING_COPIED, stage: 'FAILURE' };

test.each([
  ['one shard begun, one waiting', [WAITING, BEGUN], 1500, 20],
  ['one shard failed before it began', [FAILED, { ...BEGUN, startMs: 1200 }, BEGUN], 1200, 320],
  ['all shards waiting', [WAITING, WAITING], 1000, 0],
  ['no shards', [], 1000, 0],
])('times of an index with %s', (_name, shards, startMs, timeMs) => {
  expect(statusJson(HEAD, [['i', shards]])).toMatchObject({
    indices: { i: { stats: { start_time_in_millis: startMs, time_in_millis: timeMs } } },
  });
});
