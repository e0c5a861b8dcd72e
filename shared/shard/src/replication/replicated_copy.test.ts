/** Tests of whole shards with their copies and engines, in one process. */
import { splitFrames } from '@skein/engine';
import { ApiError } from '@skein/errors';
import type { WriteItem } from '../calls.js';
import { openShard, put, ShardGroup, settled, versionOf, writeOf } from '../testing/shard_group.js';

let group: ShardGroup;

beforeEach(() => {
  group = new ShardGroup();
});

afterEach(() => group.close());

it('a copy that begins with nothing gets files, operations, and every write from then on', async () => {
  const primary = group.add('p');
  for (let i = 0; i < 5; i++) await put(primary, `early${i}`, i);
  primary.shard.flush({ force: true, periodic: false });
  await put(primary, 'late', 1);
  const replica = group.add('r');
  await settled(() => group.hasStarted('r'));
  const { copies } = await put(primary, 'live', 2);
  expect(copies).toEqual({ successful: 2, failed: 0 });
  for (const id of ['early0', 'early4', 'late', 'live']) {
    expect([id, versionOf(replica, id)]).toEqual([id, versionOf(primary, id)]);
  }
  expect(replica.shard.progress.state).toMatchObject({ stage: 'DONE', type: 'PEER' });
  expect(replica.shard.progress.state.files.length).toBeGreaterThan(0);
  expect(primary.shard.engine.replica.status.historyUuid).toBe(
    replica.shard.engine.replica.status.historyUuid,
  );
});

it('a bulk that becomes too much refuses its other items, and acknowledges those before', async () => {
  const primary = group.add('p');
  group.add('r');
  await settled(() => group.hasStarted('r'));
  const { copy } = primary.shard;
  if (copy === undefined) throw new Error('the shard has copies');
  const full = new ApiError('es_rejected_execution_exception', 'too much waits');
  const admit = jest.spyOn(copy, 'admit');
  admit.mockReturnValueOnce(undefined).mockReturnValueOnce(Promise.reject(full));
  const items = ['a', 'b', 'c'].map((id) => writeOf(id, new TextEncoder().encode('{"value":1}')));
  const { results, copies } = await primary.shard.call('bulk', { refresh: 'false', items });
  expect(copies).toEqual({ successful: 2, failed: 0 });
  expect(results.map(({ ok }) => ok)).toEqual([true, false, false]);
  expect(results[2]).toMatchObject({ error: { reason: 'too much waits' } });
  expect(versionOf(primary, 'a')).toBeDefined();
  expect(versionOf(primary, 'c')).toBeUndefined();
});

it('a copy that gets nothing of its recovery for too long gives up', async () => {
  group.add('p');
  group.recoveryTimeoutMs = 5;
  const replica = group.add('r');
  group.nowMs += 5;
  replica.shard.tick();
  expect(replica.shard.engine.failure).toBeUndefined();
  group.nowMs += 1;
  replica.shard.tick();
  expect(replica.shard.engine.failure).toMatchObject({
    type: 'recovery_failed_exception',
    reason: 'no activity after [5ms]',
  });
  expect(replica.events.at(-1)).toMatchObject({ kind: 'failed' });
});

it('copies have nothing to say to each other when the checkpoint is on all disks', async () => {
  const primary = group.add('p');
  const replica = group.add('r');
  await settled(() => group.hasStarted('r'));
  await put(primary, 'a', 1);
  expect(primary.shard.nextDueMs(1000)).toBe(group.nowMs);
  await settled(() => {
    primary.shard.tick();
    return primary.shard.copy?.isSettled === true;
  });
  expect(replica.shard.copy?.isSettled).toBe(true);
  const { status } = replica.shard.engine.replica;
  expect(status.globalCheckpoint).toBe(primary.shard.engine.replica.status.maxSeqNo);
  expect(primary.shard.nextDueMs(1000)).toBe(group.nowMs + 1000);
  await put(primary, 'b', 2);
  expect(primary.shard.copy?.isSettled).toBe(false);
});

it('a primary shows what it keeps its history for', async () => {
  const primary = group.add('p');
  const leasesOf = ({ shard }: typeof primary) =>
    shard.stats().retentionLeases.leases.map(({ id, retainingSeqNo }) => [id, retainingSeqNo]);
  expect(leasesOf(primary)).toEqual([['peer_recovery/node-p', 0]]);
  const replica = group.add('r');
  await settled(() => group.hasStarted('r'));
  await put(primary, 'a', 1);
  await put(primary, 'b', 1);
  await settled(() => {
    primary.shard.tick();
    return primary.shard.copy?.isSettled === true;
  });
  expect(leasesOf(primary)).toEqual([
    ['peer_recovery/node-p', 2],
    ['peer_recovery/node-r', 2],
  ]);
  expect(leasesOf(replica)).toEqual([]);
  expect(primary.shard.stats().retentionLeases.primaryTerm).toBe(1);
});

it('the history for a copy that is gone is kept until all copies are there again', async () => {
  const primary = group.add('p');
  group.add('r');
  group.add('s');
  await settled(() => group.hasStarted('r') && group.hasStarted('s'));
  const leases = () => primary.shard.stats().retentionLeases.leases.map(({ id }) => id);
  group.isComplete = false;
  group.remove('s');
  primary.shard.tick();
  expect(leases()).toContain('peer_recovery/node-s');
  group.isComplete = true;
  group.add('t');
  expect(leases()).not.toContain('peer_recovery/node-s');
});

it('a write is acknowledged when the copies have all of its operations', async () => {
  const primary = group.add('p');
  group.add('r');
  await settled(() => group.hasStarted('r'));
  await put(primary, 'a', 1);
  const { promise, resolve } = Promise.withResolvers<void>();
  let sent = 0;
  group.onTheWay = () => (++sent === 1 ? Promise.resolve() : promise);
  let isDone = false;
  // The update waits, so that the operations before and after it are sent apart.
  const update = new TextEncoder().encode('{"doc":{"value":2}}');
  const items: WriteItem[] = [
    writeOf('b', new TextEncoder().encode('{}')),
    { ...writeOf('a', update), op: 'update' },
    writeOf('c', new TextEncoder().encode('{}')),
  ];
  const written = primary.shard.call('bulk', { refresh: 'false', items }).then(() => {
    isDone = true;
  });
  await settled(() => sent > 1);
  for (let turn = 0; turn < 100; turn++) await Promise.resolve();
  expect(isDone).toBe(false);
  resolve();
  await written;
});

it('a write to a replica is refused', async () => {
  group.add('p');
  const replica = group.add('r');
  await settled(() => group.hasStarted('r'));
  await expect(put(replica, 'a', 1)).rejects.toMatchObject({
    type: 'retry_on_primary_exception',
    reason: 'copy [r] is not the active primary of its shard',
  });
});

describe('after another copy has become the primary', () => {
  async function three() {
    const primary = group.add('p');
    const [successor, replica] = [group.add('r'), group.add('s')];
    await settled(() => group.hasStarted('r') && group.hasStarted('s'));
    await put(primary, 'a', 1);
    return { primary, successor, replica };
  }

  it('writes wait there until the other copies have what it has', async () => {
    const { successor, replica } = await three();
    const { promise, resolve } = Promise.withResolvers<void>();
    group.onTheWay = () => promise;
    group.promote('r');
    let isDone = false;
    const written = put(successor, 'b', 2).then((reply) => {
      isDone = true;
      return reply;
    });
    for (let turn = 0; turn < 100; turn++) await Promise.resolve();
    expect([isDone, versionOf(successor, 'b')]).toEqual([false, undefined]);
    resolve();
    expect((await written).copies).toEqual({ successful: 2, failed: 0 });
    expect(versionOf(replica, 'b')).toBe(versionOf(successor, 'b'));
    const { status } = successor.shard.engine.replica;
    expect(status.term).toBe(2);
  });

  it('writes that wait are refused when it is none any more', async () => {
    const { successor } = await three();
    group.onTheWay = () => new Promise(() => undefined);
    group.promote('r');
    const written = put(successor, 'b', 2);
    const refused = expect(written).rejects.toMatchObject({ type: 'retry_on_primary_exception' });
    group.remove('r');
    await refused;
    expect(versionOf(successor, 'b')).toBeUndefined();
  });

  it('the old one learns of it from the master, acknowledges nothing and is over', async () => {
    const { primary, successor } = await three();
    group.promote('r');
    await settled(() => group.hasStarted('r'));
    await expect(put(primary, 'b', 2)).rejects.toMatchObject({
      type: 'retry_on_primary_exception',
    });
    expect(primary.shard.engine.failure).toMatchObject({
      type: 'no_longer_primary_shard_exception',
      reason: 'a primary of a term after [1] exists',
    });
    expect(primary.events.at(-1)).toMatchObject({ kind: 'failed' });
    await expect(put(primary, 'c', 2)).rejects.toThrow();
    expect(versionOf(successor, 'b')).toBeUndefined();
  });

  it('a write under way on the old one, which hears of it, is refused', async () => {
    const { primary } = await three();
    group.onTheWay = () => new Promise(() => undefined);
    const written = put(primary, 'b', 2);
    const refused = expect(written).rejects.toMatchObject({ type: 'retry_on_primary_exception' });
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    group.remove('p');
    await refused;
  });
});

it('operations that a copy cannot take end it', async () => {
  const primary = group.add('p');
  const replica = group.add('r');
  await settled(() => group.hasStarted('r'));
  const { replica: store } = replica.shard.engine;
  jest.spyOn(store, 'append').mockImplementationOnce(() => {
    throw new Error('EIO: i/o error, write');
  });
  const { copies } = await put(primary, 'a', 1);
  expect(copies).toEqual({ successful: 1, failed: 1 });
  expect(replica.shard.engine.failure?.reason).toContain('EIO');
});

it('a started copy that is idle stays', async () => {
  group.add('p');
  const replica = group.add('r');
  await settled(() => group.hasStarted('r'));
  group.recoveryTimeoutMs = -1;
  replica.shard.tick();
  expect(replica.shard.engine.failure).toBeUndefined();
});

it('a copy at rest has no file open for reading, and wakes with the next request', async () => {
  const primary = group.add('p');
  const closed = jest.spyOn(primary.index, 'closeReads');
  await put(primary, 'a', 1);
  primary.shard.rest();
  expect(closed).toHaveBeenCalledTimes(1);
  await put(primary, 'b', 1);
  expect(versionOf(primary, 'b')).toBeDefined();
});

it('a write while nobody else is there is one copy, and costs no message', async () => {
  const primary = group.add('p');
  const { copies } = await put(primary, 'a', 1);
  expect(copies).toEqual({ successful: 1, failed: 0 });
  expect(primary.shard.copy).toBeUndefined();
});

it('a flush keeps no log for copies that have everything', async () => {
  const primary = group.add('p');
  group.add('r');
  await settled(() => group.hasStarted('r'));
  const flush = () => primary.shard.call('flush', { force: false });
  await put(primary, 'a', 1);
  await flush();
  const { operations, sizeBytes } = primary.shard.engine.translogStats();
  expect(operations).toBe(0);
  for (let i = 0; i < 20; i++) await put(primary, `b${i}`, 1);
  await flush();
  expect(primary.shard.engine.translogStats()).toMatchObject({ operations: 0, sizeBytes });
});

it('a replica whose fsync fails is over; the write is acknowledged once the master has it out', async () => {
  const primary = group.add('p');
  const replica = group.add('r');
  await settled(() => group.hasStarted('r'));
  replica.fault.failsSync = true;
  const { results, copies } = await put(primary, 'a', 1);
  expect(results).toMatchObject([{ ok: true, seqNo: 0 }]);
  expect(copies).toEqual({ successful: 1, failed: 1 });
  expect(replica.shard.engine.failure?.reason).toContain('EIO');
  expect(replica.events.map(({ kind }) => kind)).toContain('failed');
  expect(group.reports.at(-1)).toMatchObject({ kind: 'shard_failed', allocationId: 'r', by: 'p' });
  replica.fault.failsSync = false;
  await expect(replica.shard.receive({ to: 'r' } as never)).rejects.toThrow();
});

it('a primary whose fsync fails acknowledges nothing, and is not asked to sync once more', async () => {
  const primary = group.add('p');
  group.add('r');
  await settled(() => group.hasStarted('r'));
  primary.fault.failsSync = true;
  const write = put(primary, 'a', 1);
  await expect(write).rejects.toThrow();
  primary.fault.failsSync = false;
  await expect(put(primary, 'b', 1)).rejects.toThrow();
  expect(primary.events.at(-1)).toMatchObject({ kind: 'failed' });
});

it('a sync that comes after the shard is closed has nothing left to do', async () => {
  const primary = group.add('p');
  await put(primary, 'a', 1);
  await primary.shard.close();
  group.members.clear();
  primary.shard.syncTranslog();
  expect(primary.shard.engine.failure).toBeUndefined();
});

it('the same holds for a copy that is alone', async () => {
  const primary = group.add('p');
  primary.fault.failsSync = true;
  await expect(put(primary, 'a', 1)).rejects.toThrow('EIO');
  primary.fault.failsSync = false;
  await expect(put(primary, 'b', 1)).rejects.toThrow('closed');
});

it('damage is marked, and a marked copy is not opened before another fills it', async () => {
  const primary = group.add('p');
  await put(primary, 'a', 1);
  primary.shard.flush({ force: true, periodic: false });
  await primary.shard.close();
  group.members.clear();
  const { index, translog, ref } = primary;
  const name = index.list().find((file) => file.endsWith('.seg')) ?? '';
  const bytes = new Uint8Array(index.length(name));
  index.readInto(name, 0, bytes);
  index.writeFile(
    name,
    bytes.map((byte, i) => (i === 40 ? byte ^ 1 : byte)),
  );
  const place = { ref, index, translog, create: false, events: [], source: 'EXISTING_STORE' };
  expect(() => openShard(group, place as never)).toThrow(name);
  index.writeFile(name, bytes);
  expect(() => openShard(group, place as never)).toThrow(/corrupted_.* was written here/);
});

it('operations damaged on their way are refused', async () => {
  const primary = group.add('p');
  const replica = group.add('r');
  await settled(() => group.hasStarted('r'));
  const { engine } = primary.shard;
  const from = engine.replica.logEnd;
  await put(primary, 'a', 1);
  const [frame = new Uint8Array(0)] = splitFrames(engine.replica.framesSince(from));
  frame[frame.length - 1] = (frame.at(-1) ?? 0) ^ 1;
  expect(() => replica.shard.engine.replica.append(frame)).toThrow('checksum');
});

it('a shared checkpoint is that of all copies: it waits for the answers to what was sent', async () => {
  const primary = group.add('p');
  const replica = group.add('r');
  await settled(() => group.hasStarted('r'));
  await put(primary, 'a', 1);
  const { promise, resolve } = Promise.withResolvers<void>();
  group.onTheWay = () => promise;
  let isShared = false;
  const shared = primary.shard.copy?.shareCheckpoint().then(() => {
    isShared = true;
  });
  for (let at = 0; at < 100; at++) await Promise.resolve();
  expect(isShared).toBe(false);
  resolve();
  await shared;
  const { maxSeqNo } = primary.shard.engine.replica.status;
  expect(replica.shard.copy?.isSettled).toBe(true);
  replica.shard.copy?.sync();
  expect(replica.shard.engine.replica.status.globalCheckpoint).toBe(maxSeqNo);
});

it('a message that needs a newer mapping waits for it', async () => {
  const primary = group.add('p');
  const replica = group.add('r');
  await settled(() => group.hasStarted('r'));
  const mapping = '{"properties":{"value":{"type":"long"},"fresh":{"type":"long"}}}';
  primary.shard.changeMapping({ mapping, mappingVersion: 2 });
  const written = primary.shard.call('bulk', {
    refresh: 'false',
    items: [writeOf('a', new TextEncoder().encode('{"fresh":1}'))],
  });
  for (let at = 0; at < 200; at++) await Promise.resolve();
  expect(versionOf(replica, 'a')).toBeUndefined();
  replica.shard.changeMapping({ mapping, mappingVersion: 2 });
  expect((await written).results).toMatchObject([{ ok: true, result: 'created' }]);
  expect(versionOf(replica, 'a')).toBe(versionOf(primary, 'a'));
});
