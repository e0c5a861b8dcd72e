/** Tests of whole shards whose replicas copy the primary's segments, in one process. */
import { type Member, put, ShardGroup, settled } from '../testing/shard_group.js';

let group: ShardGroup;

beforeEach(() => {
  group = new ShardGroup();
  group.indexSettings = { 'index.replication.type': 'SEGMENT' };
});

afterEach(() => group.close());

/** True if a search would see the document. */
const shows =
  ({ shard }: Member, id: string) =>
  () =>
    shard.engine.get(id, { realtime: false, needFields: false }) !== undefined;

it('a copy shows everything that is searchable before it says that it has started', async () => {
  const primary = group.add('p');
  for (let i = 0; i < 5; i++) await put(primary, `early${i}`, i);
  primary.shard.refresh();
  const replica = group.add('r');
  await settled(() => group.hasStarted('r'));
  for (let i = 0; i < 5; i++) expect(shows(replica, `early${i}`)()).toBe(true);
});

it('a write is in the log of all copies when it is acknowledged, and shown when its segments have come', async () => {
  const primary = group.add('p');
  const replica = group.add('r');
  await settled(() => group.hasStarted('r'));
  const { copies } = await put(primary, 'a', 1);
  expect(copies).toEqual({ successful: 2, failed: 0 });
  expect(replica.shard.engine.replica.status.localCheckpoint).toBe(0);
  replica.shard.refresh();
  expect(shows(replica, 'a')()).toBe(false);
  expect(replica.shard.engine.indexStats().docCount).toBe(0);
  primary.shard.refresh();
  await settled(shows(replica, 'a'));
  expect(replica.shard.engine.translogStats().operations).toBe(0);
});

it('copies have nothing to say to each other when all of them show the same', async () => {
  const primary = group.add('p');
  group.add('r');
  await settled(() => group.hasStarted('r'));
  await put(primary, 'a', 1);
  primary.shard.refresh();
  await settled(() => {
    primary.shard.tick();
    return primary.shard.copy?.isSettled === true;
  });
});

it('a replica that cannot be reached for files gets them with the next tick', async () => {
  const primary = group.add('p');
  const replica = group.add('r');
  await settled(() => group.hasStarted('r'));
  await put(primary, 'a', 1);
  const takes = jest.spyOn(replica.shard, 'takeFile');
  takes.mockImplementationOnce(() => {
    throw new Error('the other node is gone');
  });
  primary.shard.refresh();
  await settled(() => takes.mock.calls.length > 0);
  for (let turn = 0; turn < 100; turn++) await Promise.resolve();
  expect(shows(replica, 'a')()).toBe(false);
  primary.shard.tick();
  await settled(shows(replica, 'a'));
});

it.each([
  { limitMs: undefined, lagMs: 1e9, isFailed: false },
  { limitMs: 5000, lagMs: 5000, isFailed: false },
  { limitMs: 5000, lagMs: 5001, isFailed: true },
])(
  'a replica that lacks segments for $lagMs ms is failed at a limit of $limitMs: $isFailed',
  async ({ limitMs, lagMs, isFailed }) => {
    group.segmentsLateMs = limitMs;
    const primary = group.add('p');
    const replica = group.add('r');
    await settled(() => group.hasStarted('r'));
    await put(primary, 'a', 1);
    jest.spyOn(replica.shard, 'takeFile').mockImplementation(() => {
      throw new Error('the other node is gone');
    });
    primary.shard.refresh();
    for (let turn = 0; turn < 100; turn++) await Promise.resolve();
    group.nowMs += lagMs;
    primary.shard.tick();
    for (let turn = 0; turn < 100; turn++) await Promise.resolve();
    const failed = group.reports.filter(({ kind }) => kind === 'shard_failed');
    expect(failed.map(({ allocationId }) => allocationId)).toEqual(isFailed ? ['r'] : []);
    await put(primary, 'b', 2);
  },
);

it('a replica without room on its disk is over', async () => {
  const primary = group.add('p');
  const replica = group.add('r');
  await settled(() => group.hasStarted('r'));
  await put(primary, 'a', 1);
  replica.fault.failsSync = true;
  primary.shard.refresh();
  await put(primary, 'b', 2);
  expect(replica.events.map(({ kind }) => kind)).toContain('failed');
});

it('a forced merge is the primary’s, and its segment comes', async () => {
  const primary = group.add('p');
  const replica = group.add('r');
  await settled(() => group.hasStarted('r'));
  await put(primary, 'a', 1);
  primary.shard.refresh();
  await settled(shows(replica, 'a'));
  await replica.shard.call('force_merge', {
    maxNumSegments: 1,
    onlyExpungeDeletes: false,
    flush: true,
  });
  const names = ({ shard }: Member) => shard.engine.indexStats().segments.map(({ name }) => name);
  expect(names(replica)).toEqual(names(primary));
});

it('files for another shard are given when they have everything that is in the log', async () => {
  const primary = group.add('p');
  const replica = group.add('r');
  await settled(() => group.hasStarted('r'));
  await put(primary, 'a', 1);
  let held: { readonly maxSeqNo: number; close(): void } | undefined;
  const holding = replica.shard.commitAll().then((commit) => {
    held = commit;
  });
  replica.shard.tick();
  expect(held).toBeUndefined();
  primary.shard.refresh();
  await holding;
  expect(held?.maxSeqNo).toBe(0);
  held?.close();
});

it('who waits for them learns when the shard is closed', async () => {
  const primary = group.add('p');
  const replica = group.add('r');
  await settled(() => group.hasStarted('r'));
  await put(primary, 'a', 1);
  const holding = replica.shard.commitAll();
  const refused = expect(holding).rejects.toThrow('Replication still in progress for [test][0]');
  await replica.shard.close();
  group.members.delete('r');
  await refused;
});
