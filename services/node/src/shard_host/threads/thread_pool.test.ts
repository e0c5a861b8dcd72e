/** The statistics of pools without a queue of calls. */
import { ApiError } from '@skein/errors';
import { BufferBudget } from '../memory/buffer_budget.js';
import { testMemory } from '../testing/test_memory.js';
import { EngineThreads } from './engine_threads.js';
import { MergeThreads } from './merge_threads.js';
import type { ThreadSpawner } from './thread_link.js';

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('merges', async () => {
  const answers: ((reply: unknown) => void)[] = [];
  const link = {
    channel: { call: () => new Promise((answer) => answers.push(answer)) },
    terminate: () => Promise.resolve(),
  };
  const threads = new MergeThreads({
    spawner: { mergeThread: () => link as never },
    timers: { after: () => ({ cancel: () => undefined }) } as never,
    memory: testMemory(),
    kind: 'merge',
    maxThreads: 2,
  });
  const merges = [1, 2, 3].map(() => threads.run('merge', {} as never));
  await settled();
  expect(threads.stats()).toMatchObject({ threads: 2, active: 2, queue: 1, completed: 0 });
  for (const done of [0, 1, 2]) {
    answers[done]?.({});
    await settled();
  }
  await Promise.all(merges);
  const idle = { threads: 2, active: 0, queue: 0, rejected: 0, largest: 2, completed: 3 };
  expect(threads.stats()).toEqual(idle);
});

test('merges that wait when their threads are stopped are refused, and start no thread', async () => {
  let failCall: (error: ApiError) => void = () => undefined;
  let started = 0;
  const link = {
    channel: { call: () => new Promise((_answer, fail) => (failCall = fail)) },
    terminate: async () => failCall(new ApiError('node_closed_exception', 'gone')),
  };
  const mergeThread = () => {
    started++;
    return link as never;
  };
  const threads = new MergeThreads({
    spawner: { mergeThread },
    timers: { after: () => ({ cancel: () => undefined }) } as never,
    memory: testMemory(),
    kind: 'merge',
    maxThreads: 1,
  });
  const merges = [1, 2].map(() => threads.run('merge', {} as never));
  await settled();
  const ends = Promise.allSettled(merges);
  await threads.stop();
  const reasons = (await ends).map((end) => end.status === 'rejected' && String(end.reason));
  expect(reasons).toEqual([expect.stringContaining('gone'), expect.stringContaining('stopped')]);
  await expect(threads.run('merge', {} as never)).rejects.toThrow('stopped');
  expect(started).toBe(1);
});

test('engine threads, also those that are gone', () => {
  const channels: { pendingCount: number; completedCount: number }[] = [];
  const deaths: ((error: ApiError) => void)[] = [];
  const engineThread: ThreadSpawner['engineThread'] = (_name, _setup, onDeath) => {
    const channel = { pendingCount: 0, completedCount: 0 };
    channels.push(channel);
    deaths.push(onDeath);
    return { channel } as never;
  };
  const threads = new EngineThreads({
    maxClauseCount: new SharedArrayBuffer(4),
    spawner: { engineThread } as ThreadSpawner,
    name: 'engine',
    maxThreads: 2,
    firstNumber: 0,
    held: BufferBudget.held(2),
    handlers: {} as never,
    scripts: () => ({}) as never,
    bufferLimitBytes: 1,
    flushesElsewhere: false,
    shardInactiveMs: 1,
    memory: testMemory(),
    onDeath: () => undefined,
  });
  const [first] = [threads.assign(), threads.assign()];
  Object.assign(channels[0] ?? {}, { pendingCount: 3, completedCount: 10 });
  Object.assign(channels[1] ?? {}, { pendingCount: 0, completedCount: 5 });
  first.rejected = 2;
  const before = { threads: 2, active: 1, queue: 2, rejected: 2, largest: 2, completed: 15 };
  expect(threads.stats()).toEqual(before);
  deaths[0]?.(new ApiError('node_closed_exception', 'gone'));
  expect(threads.stats()).toEqual({ ...before, threads: 1, active: 0, queue: 0 });
});
