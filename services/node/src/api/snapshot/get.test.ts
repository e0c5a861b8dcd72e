import type { Snapshots } from '../../snapshot_host/mod.js';
import { MemorySnapshots } from '../../testing/memory_snapshots.js';
import { OneNodeApi } from '../../testing/one_node_api.js';

const OPTIONS = { timeoutMs: -1, masterTimeoutMs: -1 };

let stored: MemorySnapshots;
let api: OneNodeApi;
beforeEach(async () => {
  stored = new MemorySnapshots();
  const snapshots = stored as Partial<Snapshots> as Snapshots;
  api = await new OneNodeApi(undefined, { snapshots }).start();
  const record = { name: 'r', type: 'fs', settings: { location: 'x' } };
  await api.master.submit('put_repository', record, OPTIONS);
  await api.request('PUT', '/a', { settings: { number_of_shards: 2, number_of_replicas: 0 } });
  const request = {
    ...{ repository: 'r', name: 's', uuid: 'of-s', indices: ['a'], dataStreams: [] },
    ...{ includeGlobalState: false, isPartial: false },
  };
  await api.master.submit('create_snapshot', request, OPTIONS);
});

const SEEN_AT: readonly (readonly [string, string])[] = [
  ['/_snapshot/r/s', 'SUCCESS'],
  ['/_snapshot/r/_all?verbose=false', 'SUCCESS'],
  ['/_cat/snapshots/r?format=json', 'SUCCESS'],
];

test.each(SEEN_AT)(
  '%s: one that is finalized, not yet ended, is there once',
  async (path, state) => {
    await stored.put({ name: 's' });
    const { json } = await api.request('GET', path);
    expect(JSON.stringify(json).split(state)).toHaveLength(2);
    expect(JSON.stringify(json)).not.toContain('IN_PROGRESS');
  },
);

test.each(SEEN_AT)('%s: one that is finalized meanwhile is there', async (path) => {
  let isRead = false;
  stored.before = async (operation) => {
    if (operation !== 'read_root' || isRead) return;
    isRead = true;
    await stored.put({ name: 's' });
    const { term } = api.master.state();
    const ended = { uuid: 'of-s', result: 'SUCCESS', generation: 0, term } as const;
    await api.master.submit('end_snapshot', ended, OPTIONS);
  };
  const { status, json } = await api.request('GET', path);
  expect([status, JSON.stringify(json)]).toEqual([200, expect.stringContaining('SUCCESS')]);
});

test('the status of one that has not begun: all of its shards wait', async () => {
  const { json } = await api.request('GET', '/_snapshot/r/s/_status');
  expect(json).toMatchObject({
    snapshots: [
      {
        state: 'INIT',
        shards_stats: { initializing: 2, total: 2 },
        indices: { a: { shards: { 0: { stage: 'INIT' }, 1: { stage: 'INIT' } } } },
      },
    ],
  });
});

test('the status of a clone under way has its times', async () => {
  const request = {
    ...{ repository: 'r', name: 'c', uuid: 'of-c', indices: ['b'], dataStreams: [] },
    ...{ includeGlobalState: false, isPartial: false, source: { name: 's', uuid: 'of-s' } },
  };
  await api.master.submit('create_snapshot', request, OPTIONS);
  const { json } = await api.request('GET', '/_snapshot/r/c/_status');
  const stats = { start_time_in_millis: 1_700_000_000_000, time_in_millis: 0 };
  expect(json).toMatchObject({ snapshots: [{ indices: { b: { stats } } }] });
});

const NAMED: readonly (readonly [string, readonly string[] | string])[] = [
  ['_all', ['b', 'a', 's']],
  ['*', ['b', 'a', 's']],
  ['_current', ['s']],
  ['_CURRENT,a', ['a', 's']],
  ['a,q*', ['a']],
  ['q*,*', ['b', 'a', 's']],
  ['q*,r*', '[r:q*] is missing'],
  ['a,nope', '[r:nope] is missing'],
  ['_all,a', '[r:_all] is missing'],
  ['%20', '[r: ] is missing'],
];

test.each(NAMED)('the snapshots that [%s] names', async (names, expected) => {
  await stored.put({ name: 'b', details: { startMs: 1 } });
  await stored.put({ name: 'a', details: { startMs: 2 } });
  const { json } = await api.request('GET', `/_snapshot/r/${names}`);
  expect(shownNames(json) ?? JSON.stringify(json)).toEqual(
    typeof expected === 'string' ? expect.stringContaining(expected) : expected,
  );
});

test('without details snapshots are in the order of their names', async () => {
  for (const name of ['b', 'a']) await stored.put({ name });
  const { json } = await api.request('GET', '/_snapshot/r/_all?verbose=false');
  expect(shownNames(json)).toEqual(['a', 'b', 's']);
});

test('deleting all snapshots needs a pattern, and not [_all]', async () => {
  await stored.put({ name: 'b' });
  const { status, json } = await api.request('DELETE', '/_snapshot/r/_all');
  expect([status, JSON.stringify(json)]).toEqual([404, expect.stringContaining('[r:_all] is')]);
});

function shownNames(json: unknown): readonly string[] | undefined {
  const { snapshots } = json as { snapshots?: readonly { snapshot: string }[] };
  return snapshots?.map(({ snapshot }) => snapshot);
}
