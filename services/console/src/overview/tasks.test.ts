import { longTasks, type TaskInfo } from './tasks.js';

const task = (more: Partial<TaskInfo>): TaskInfo => ({
  node: 'n',
  id: 1,
  action: 'indices:data/write/reindex',
  running_time_in_nanos: 5e9,
  cancellable: true,
  ...more,
});

it('has what runs long and can be cancelled, the longest first', () => {
  const tasks = [
    task({ id: 1 }),
    task({ id: 2, running_time_in_nanos: 9e9 }),
    task({ id: 3, running_time_in_nanos: 1e6 }),
    task({ id: 4, cancellable: false }),
    task({ id: 5, cancelled: true }),
  ];
  expect(longTasks(tasks, 1_000).map(({ id, runningMs }) => [id, runningMs])).toEqual([
    ['n:2', 9_000],
    ['n:1', 5_000],
  ]);
});

it('knows how far it is, where the task says so', () => {
  const status = { total: 200, created: 30, updated: 10, deleted: 10 };
  expect(longTasks([task({ status })], 0)[0]?.donePercent).toBe(25);
  const skipped = { ...status, noops: 40, version_conflicts: 10 };
  expect(longTasks([task({ status: skipped })], 0)[0]?.donePercent).toBe(50);
  expect(longTasks([task({ status: { total: 0 } })], 0)[0]?.donePercent).toBeUndefined();
  expect(longTasks([task({})], 0)[0]?.donePercent).toBeUndefined();
});
