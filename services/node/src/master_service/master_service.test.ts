import type { TimerHandle, Timers } from '@skein/base';
import { ApiError } from '@skein/errors';
import { loneMaster, MemoryJournal } from '../testing/lone_master.js';
import { TEST_NODE } from '../testing/test_node.js';
import { waitForActiveShards } from './active_shards.js';
import type { ClusterMaster } from './cluster_master.js';

class ManualTimers implements Timers {
  #nowMs = 0;
  readonly #pending = new Set<{ at: number; callback: () => void }>();

  after(delayMs: number, callback: () => void): TimerHandle {
    const entry = { at: this.#nowMs + delayMs, callback };
    this.#pending.add(entry);
    return { cancel: () => this.#pending.delete(entry) };
  }

  advance(ms: number): void {
    this.#nowMs += ms;
    for (const entry of [...this.#pending]) {
      if (entry.at <= this.#nowMs && this.#pending.delete(entry)) entry.callback();
    }
  }

  get pending(): number {
    return this.#pending.size;
  }
}

const NO_LIMIT = { timeoutMs: -1, masterTimeoutMs: -1 };

const FOREVER = { timeoutMs: -1 };

async function made(store = new MemoryJournal(), configured: [string, string][] = [], start = 1) {
  const timers = new ManualTimers();
  let seed = start;
  const random = { next: () => 0.5, bytes: (count: number) => new Uint8Array(count).fill(++seed) };
  const fatal: string[] = [];
  const master = await loneMaster({
    localNode: { ...TEST_NODE, ephemeralId: `e${start}` },
    configuredSettings: new Map(configured),
    files: store,
    clock: { nowMs: () => 1000, monotonicMs: () => 0 },
    timers,
    random,
    fatal: (reason) => fatal.push(reason),
  });
  return { master, timers, store, fatal };
}

/** Starts shards as soon as they are assigned, as the shard host does. */
function startShards(master: ClusterMaster): void {
  master.addApplier({
    name: 'starter',
    apply: ({ current }) => {
      for (const table of current.routing.values()) {
        table.shards.forEach(([copy], shardId) => {
          if (copy?.state !== 'INITIALIZING') return;
          const { index, uuid: indexUuid } = table;
          const ref = { index, indexUuid, shardId, allocationId: copy.allocationId ?? '' };
          void master.submit('shard_started', ref, NO_LIMIT);
        });
      }
    },
  });
}

const newIndex = (name: string) => ({
  name,
  providedName: name,
  settings: new Map<string, string>(),
  mapping: {},
  aliases: [],
  cause: 'api' as const,
});

test('a change is durable and applied before it is acknowledged', async () => {
  const { master, store } = await made();
  await master.start(FOREVER);
  const seen: number[] = [];
  let saved = false;
  const before = store.appends;
  master.addApplier({
    name: 'spy',
    apply: ({ current }) => {
      saved = store.appends > before;
      seen.push(current.version);
    },
  });
  await expect(master.submit('create_index', newIndex('a'), NO_LIMIT)).resolves.toMatchObject({
    acknowledged: true,
  });
  expect(saved).toBe(true);
  expect(seen).toEqual([2]);
  expect(master.state().metadata.indices.has('a')).toBe(true);
});

test('commands that wait together become durable together, and a refused one harms nobody', async () => {
  const { master, store } = await made();
  await master.start(FOREVER);
  const before = store.appends;
  const outcomes = await Promise.allSettled(
    ['a', 'b', 'a', 'Bad'].map((name) => master.submit('create_index', newIndex(name), NO_LIMIT)),
  );
  expect(outcomes.map((outcome) => outcome.status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'rejected',
  ]);
  expect([...master.state().metadata.indices.keys()]).toEqual(['a', 'b']);
  // One frame for the publication and one for its commit; the previous state's may have been in
  // flight.
  expect(store.appends - before).toBeGreaterThanOrEqual(2);
  expect(store.appends - before).toBeLessThanOrEqual(3);
});

test('a restart recovers the metadata under a higher term', async () => {
  const store = new MemoryJournal();
  const first = await made(store);
  startShards(first.master);
  await first.master.start(FOREVER);
  await first.master.submit('create_index', newIndex('a'), NO_LIMIT);
  await first.master.waitFor(
    (state) => state.routing.get('a')?.shards[0]?.[0]?.state === 'STARTED',
    { timeoutMs: -1 },
  );
  const before = first.master.state();
  const second = await made(store, [], 100);
  await second.master.start(FOREVER);
  const after = second.master.state();
  expect(after.metadata.clusterUuid).toBe(before.metadata.clusterUuid);
  expect(after.term).toBe(before.term + 1);
  expect(after.version).toBeGreaterThan(before.version);
  expect(after.routing.get('a')?.shards[0]?.[0]).toMatchObject({
    state: 'INITIALIZING',
    recoverySource: 'EXISTING_STORE',
    allocationId: before.routing.get('a')?.shards[0]?.[0]?.allocationId,
  });
});

test('a disk that refuses ends the node, and the state stays', async () => {
  const { master, store, fatal } = await made();
  await master.start(FOREVER);
  const before = master.state();
  store.gate = Promise.reject(new ApiError('exception', 'disk full'));
  store.gate.catch(() => {});
  const lost = master.submit('create_index', newIndex('a'), { timeoutMs: -1, masterTimeoutMs: 0 });
  await expect(lost).rejects.toThrow('no master is known');
  expect(fatal).toEqual(['disk full']);
  expect(master.state().metadata).toBe(before.metadata);
});

test('a command that waits too long in the queue is refused', async () => {
  const { master, store, timers } = await made();
  await master.start(FOREVER);
  let open = () => {};
  store.gate = new Promise((resolve) => {
    open = resolve;
  });
  const slow = master.submit('create_index', newIndex('a'), NO_LIMIT);
  await Promise.resolve();
  await Promise.resolve();
  const late = master.submit('create_index', newIndex('b'), {
    timeoutMs: -1,
    masterTimeoutMs: 30_000,
  });
  await expect(master.pendingTasks()).resolves.toEqual([
    {
      insertOrder: 2,
      timeInQueueMs: 0,
      priority: 'URGENT',
      source: 'create-index [b], cause [api]',
    },
  ]);
  timers.advance(30_000);
  await expect(late).rejects.toThrow(
    'failed to process cluster event (create-index [b], cause [api]) within 30s',
  );
  open();
  await slow;
  expect([...master.state().metadata.indices.keys()]).toEqual(['a']);
});

test('an applier that takes longer than the timeout: not acknowledged, but done', async () => {
  const { master, timers } = await made();
  await master.start(FOREVER);
  let applied = () => {};
  master.addApplier({
    name: 'slow',
    apply: () =>
      new Promise((resolve) => {
        applied = resolve;
        timers.advance(1000);
      }),
  });
  await expect(
    master.submit('create_index', newIndex('a'), { timeoutMs: 1000, masterTimeoutMs: -1 }),
  ).resolves.toMatchObject({ acknowledged: false });
  applied();
  expect(master.state().metadata.indices.has('a')).toBe(true);
});

test('a command with a timeout of 0 is answered as soon as it is durable', async () => {
  const { master } = await made();
  await master.start(FOREVER);
  let applied = () => {};
  const waits = new Promise<void>((resolve) => {
    applied = resolve;
  });
  master.addApplier({ name: 'slow', apply: () => waits });
  await expect(
    master.submit('create_index', newIndex('a'), { timeoutMs: 0, masterTimeoutMs: -1 }),
  ).resolves.toMatchObject({ acknowledged: false });
  applied();
  await master.waitFor(({ metadata }) => metadata.indices.has('a'), FOREVER);
});

test('a state is waited for until the appliers are done with it', async () => {
  const { master } = await made();
  await master.start(FOREVER);
  const has = (state: ReturnType<typeof master.state>) => state.metadata.indices.has('a');
  let applied = () => {};
  const reached = new Promise<void>((reach) => {
    master.addApplier({
      name: 'slow',
      apply: () => {
        reach();
        return new Promise((resolve) => {
          applied = resolve;
        });
      },
    });
  });
  const submitted = master.submit('create_index', newIndex('a'), NO_LIMIT);
  await reached;
  expect(has(master.state())).toBe(true);
  await expect(master.waitFor(has, { timeoutMs: 0 })).resolves.toBe(false);
  const later = master.waitFor(has, FOREVER);
  applied();
  await expect(later).resolves.toBe(true);
  await submitted;
});

test('waiting: at once, later, too late, gone', async () => {
  const { master, timers } = await made();
  await master.start(FOREVER);
  const has = (name: string) => (state: ReturnType<typeof master.state>) =>
    state.metadata.indices.has(name);
  const controller = new AbortController();
  const later = master.waitFor(has('a'), { timeoutMs: 100 });
  const tooLate = master.waitFor(has('never'), { timeoutMs: 100 });
  const gone = master.waitFor(has('never'), { timeoutMs: -1, signal: controller.signal });
  await master.submit('create_index', newIndex('a'), NO_LIMIT);
  await expect(later).resolves.toBe(true);
  await expect(master.waitFor(has('a'), { timeoutMs: 0 })).resolves.toBe(true);
  timers.advance(100);
  await expect(tooLate).resolves.toBe(false);
  controller.abort();
  await expect(gone).resolves.toBe(false);
  expect(timers.pending).toBe(0);
});

test('wait_for_active_shards', async () => {
  const { master, timers } = await made();
  startShards(master);
  await master.start(FOREVER);
  await master.submit('create_index', newIndex('a'), NO_LIMIT);
  await expect(
    waitForActiveShards(master, { indices: ['a'], count: undefined, timeoutMs: -1 }),
  ).resolves.toBe(true);
  const all = waitForActiveShards(master, { indices: ['a'], count: 'all', timeoutMs: 50 });
  timers.advance(50);
  await expect(all).resolves.toBe(false);
  expect(() => waitForActiveShards(master, { indices: ['a'], count: '-2', timeoutMs: 1 })).toThrow(
    'negative',
  );
});

test.each([
  ['true', 'logs', undefined],
  ['false', 'logs', 'no such index [logs] and [action.auto_create_index] is [false]'],
  ['+log*,-x*', 'logs', undefined],
  [
    '-l*,+*',
    'logs',
    'no such index [logs] and [action.auto_create_index] contains [-l*] which forbids automatic creation of the index',
  ],
  ['x*', 'logs', "no such index [logs] and [action.auto_create_index] ([x*]) doesn't match"],
])('auto create %s of %s', async (setting, index, reason) => {
  const { master } = await made(new MemoryJournal(), [['action.auto_create_index', setting]]);
  startShards(master);
  await master.start(FOREVER);
  const ensured = Promise.all([
    master.ensureIndex(index, NO_LIMIT),
    master.ensureIndex(index, NO_LIMIT),
  ]);
  if (reason === undefined) await ensured;
  else await expect(ensured).rejects.toThrow(reason);
  expect(master.state().metadata.indices.has(index)).toBe(reason === undefined);
});

test('stopping refuses what comes and what waits', async () => {
  const { master } = await made();
  await master.start(FOREVER);
  const waiting = master.submit('create_index', newIndex('a'), NO_LIMIT);
  const stopped = master.stop();
  await expect(waiting).rejects.toThrow('node closed');
  await stopped;
  await expect(master.submit('create_index', newIndex('b'), NO_LIMIT)).rejects.toThrow(
    'node closed',
  );
});
