import { NO_SCRIPTS, ScriptCounters } from '@skein/script';
import type { ReaderSnapshot } from '@skein/search_library';
import { SearchThreads } from './search_threads.js';
import type { ThreadSpawner } from './thread_link.js';

interface Sent {
  readonly name: string;
  readonly request: {
    readonly opening?: { readonly snapshot: ReaderSnapshot };
    readonly cancelId?: number;
  };
  readonly answer: (reply: unknown) => void;
}

/** Threads that answer when the test says so, and a clock of timers that fire by hand. */
function setUp(maxThreads: number, queueSize: number) {
  const sent: Sent[] = [];
  const flags: Int32Array[] = [];
  const killed: string[] = [];
  const timers: (() => void)[] = [];
  const spawner = {
    searchThread: (name: string, data: { cancelFlag: SharedArrayBuffer }) => {
      flags.push(new Int32Array(data.cancelFlag));
      return {
        channel: {
          pendingCount: 0,
          call: (call: string, request: Sent['request']) =>
            new Promise((answer) => sent.push({ name: call, request, answer })),
        },
        terminate: () => Promise.resolve(),
        kill: () => Promise.resolve(void killed.push(name)),
      };
    },
  } as unknown as ThreadSpawner;
  const threads = new SearchThreads({
    scripts: () => ({ configuration: NO_SCRIPTS, counters: new ScriptCounters().memory }),
    spawner,
    maxThreads,
    queueSize,
    timers: {
      after: (_delayMs, callback) => {
        timers.push(callback);
        return { cancel: () => timers.splice(timers.indexOf(callback), 1) };
      },
    },
  });
  const signal = new AbortController();
  const run = (version = 1) =>
    threads.run({
      kind: 'query_phase',
      key: 'shard#1',
      snapshot: { version, segments: [] },
      index: { version: '1/1', context: () => ({}) as never },
      request: {} as never,
      signal: signal.signal,
    });
  return { threads, sent, flags, killed, timers, signal, run };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('runs one call a thread, queues the next, refuses what the queue cannot hold', async () => {
  const { threads, sent, run } = setUp(1, 1);
  const first = run();
  const second = run();
  await expect(run()).rejects.toMatchObject({
    type: 'es_rejected_execution_exception',
    status: 429,
  });
  await settled();
  expect(sent).toHaveLength(1);
  expect(threads.stats()).toMatchObject({ threads: 1, active: 1, queue: 1, rejected: 1 });
  sent[0]?.answer('one');
  await expect(first).resolves.toBe('one');
  await settled();
  sent[1]?.answer('two');
  await expect(second).resolves.toBe('two');
  expect(threads.stats()).toMatchObject({ active: 0, queue: 0, completed: 2 });
});

it('sends a point in time to a thread once, and again after it was forgotten', async () => {
  const { threads, sent, run } = setUp(1, 10);
  for (const forget of [false, true, false]) {
    const call = run(7);
    await settled();
    sent.at(-1)?.answer('done');
    await call;
    if (forget) threads.forget('shard#1', 7);
  }
  const queries = sent.filter(({ name }) => name === 'query_phase');
  expect(queries.map(({ request }) => request.opening !== undefined)).toEqual([true, false, true]);
});

it('raises the flag when the caller goes away, and ends a thread that does not heed it', async () => {
  const { sent, flags, killed, timers, signal, run } = setUp(1, 10);
  const call = run();
  await settled();
  signal.abort();
  expect(flags[0]?.[0]).toBe(sent[0]?.request.cancelId);
  expect(killed).toEqual([]);
  timers[0]?.();
  expect(killed).toEqual(['search-1']);
  sent[0]?.answer('late');
  await call;
  await expect(run()).rejects.toBeDefined();
});
