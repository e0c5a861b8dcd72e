import type { TaskRecord } from '../../tasks/mod.js';
import { groupedTasks } from './task_groups.js';

/** A task of node `n`; `told` is called when somebody asks for its parent. */
function task(number: number, parent?: number, told = () => {}): TaskRecord {
  return {
    id: { nodeId: 'n', number },
    action: 'a',
    description: '',
    opaqueId: undefined,
    cancellable: false,
    startedAtMs: 0,
    cancelledAtMs: undefined,
    status: undefined,
    runningNanos: 0,
    get parent() {
      told();
      return parent === undefined ? undefined : { nodeId: 'n', number: parent };
    },
  } as Partial<TaskRecord> as TaskRecord;
}

function byParents(tasks: readonly TaskRecord[]) {
  return groupedTasks(tasks, {
    groupBy: 'parents',
    detailed: false,
    isShown: () => true,
    actors: {} as Parameters<typeof groupedTasks>[1]['actors'],
  });
}

test('children are shown below their parents, and those of unknown parents at the top', () => {
  const { tasks } = byParents([task(1), task(2, 1), task(3, 2), task(4, 1), task(5, 99)]);
  expect(tasks).toMatchObject({
    'n:1': { id: 1, children: [{ id: 2, children: [{ id: 3 }] }, { id: 4 }] },
    'n:5': { id: 5, parent_task_id: 'n:99' },
  });
  expect(Object.keys(tasks as object)).toEqual(['n:1', 'n:5']);
});

test('each task is looked at a few times, however many there are', () => {
  let looks = 0;
  const many = Array.from({ length: 500 }, (_, i) =>
    task(i, i === 0 ? undefined : 0, () => looks++),
  );
  byParents(many);
  expect(looks).toBeLessThan(10 * many.length);
});
