/** A command of very many changes is carried out with pauses, and all of them are one state. */
import { emptyState, runCommand } from '@skein/cluster';
import { createTask } from './command_task.js';
import { executeBatch } from './execute_batch.js';

const environment = {
  nowMs: 0,
  random: { next: () => 0.5, bytes: (size: number) => new Uint8Array(size).fill(1) },
  indexVersion: '136407927',
};
const COUNT = 2000;

test('aliases', () => {
  const state = runCommand(
    emptyState('test', 'uuid'),
    'create_index',
    {
      name: 'books',
      providedName: 'books',
      settings: new Map(),
      mapping: {},
      aliases: [],
      cause: 'api',
    },
    environment,
  );
  const actions = Array.from({ length: COUNT }, (_, i) => ({
    kind: 'add' as const,
    indices: ['books'],
    alias: `a${i}`,
  }));
  const task = createTask({
    command: 'update_aliases',
    request: { actions },
    options: { timeoutMs: -1, masterTimeoutMs: -1 },
    insertOrder: 0,
    submittedAtMs: 0,
    timers: { after: () => ({ cancel: () => undefined }) },
    settle: { resolve: () => undefined, reject: () => undefined },
  });
  const work = executeBatch(state, [task], environment);
  let pauses = 0;
  let step = work.next();
  for (; step.done !== true; step = work.next()) pauses++;
  expect(pauses).toBeGreaterThan(2 * COUNT);
  const { metadata, version } = step.value.current;
  expect(version).toBe(state.version + 1);
  expect(metadata.indices.get('books')?.aliases.size).toBe(COUNT);
});
