import { silentLog, type Timers } from '@skein/base';
import { SYSTEM_IDENTITY } from '../security/system_identity.js';
import type { NewTask } from './contract.js';
import { LocalTasks } from './local_tasks.js';
import { RunningTask } from './running_task.js';
import type { TaskResults } from './task_results.js';

const TASK: NewTask = {
  action: 'a',
  description: '',
  identity: SYSTEM_IDENTITY,
  opaqueId: undefined,
  cancellable: true,
};

/** Timers that are over in the next turn, and count those that were cancelled. */
class ShortTimers implements Timers {
  cancelled = 0;

  after(delayMs: number, callback: () => void) {
    if (delayMs === 0) setImmediate(callback);
    return { cancel: () => void this.cancelled++ };
  }
}

async function running(timers: Timers) {
  const clock = { nowMs: () => 0, monotonicMs: () => 0 };
  const parts = { nodeId: 'n', clock, timers, log: silentLog };
  const tasks = new LocalTasks({ ...parts, results: {} as TaskResults });
  const work = Promise.withResolvers<void>();
  const done = tasks.run(TASK, () => work.promise);
  const [task] = tasks.list({ actions: [], parent: undefined });
  if (!(task instanceof RunningTask)) throw new TypeError('the task runs');
  return { tasks, task, work, done };
}

test('who gave up waiting for the end of a task is forgotten', async () => {
  const { tasks, task, work, done } = await running(new ShortTimers());
  const { number } = task.id;
  expect(await Promise.all([tasks.ended(number, 0), tasks.ended(number, 0)])).toEqual([
    false,
    false,
  ]);
  expect(task.waiting).toBe(0);
  work.resolve();
  await done;
  expect(await tasks.ended(number, 0)).toBe(true);
});

test('who waits until the end needs the timer no more', async () => {
  const timers = new ShortTimers();
  const { tasks, task, work, done } = await running(timers);
  const ended = tasks.ended(task.id.number, 1000);
  work.resolve();
  await done;
  expect([await ended, timers.cancelled]).toEqual([true, 1]);
});
