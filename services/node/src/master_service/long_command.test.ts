/** A command with very many changes runs with pauses and gives a single state. */
import {
  type ClusterState,
  type CommandName,
  type CommandRequest,
  emptyState,
} from '@skein/cluster';
import { taskOf } from '../testing/command_task_of.js';
import { executeBatch } from './execute_batch.js';

const environment = {
  nowMs: 0,
  random: { next: () => 0.5, bytes: (size: number) => new Uint8Array(size).fill(1) },
  indexVersion: '136407927',
};
const COUNT = 2000;

const properties = Object.fromEntries(
  Array.from({ length: COUNT }, (_, i) => [`f${i}`, { type: 'keyword' }]),
);
const index = {
  name: 'books',
  providedName: 'books',
  settings: new Map([['index.mapping.total_fields.limit', String(2 * COUNT)]]),
  mapping: {},
  aliases: [],
  cause: 'api',
} as const;

interface Executed {
  readonly state: ClusterState;
  readonly pauses: number;
}

function execute<Name extends CommandName>(
  previous: ClusterState,
  command: Name,
  request: CommandRequest<Name>,
): Executed {
  const work = executeBatch(previous, [taskOf(command, request)], environment);
  let pauses = 0;
  let step = work.next();
  for (; step.done !== true; step = work.next()) pauses++;
  return { state: step.value.current, pauses };
}

const books = execute(emptyState('test', 'uuid'), 'create_index', index).state;

test('aliases', () => {
  const actions = Array.from({ length: COUNT }, (_, i) => ({
    kind: 'add' as const,
    indices: ['books'],
    alias: `a${i}`,
  }));
  const { state, pauses } = execute(books, 'update_aliases', { actions });
  expect(pauses).toBeGreaterThan(2 * COUNT);
  expect(state.version).toBe(books.version + 1);
  expect(state.metadata.indices.get('books')?.aliases.size).toBe(COUNT);
});

test('fields of a new index', () => {
  const { state, pauses } = execute(emptyState('test', 'uuid'), 'create_index', {
    ...index,
    mapping: { properties },
  });
  expect(pauses).toBeGreaterThan(4 * COUNT);
  expect(state.metadata.indices.get('books')?.mapping).toEqual({ properties });
});

test('fields of an index', () => {
  const { state, pauses } = execute(books, 'put_mapping', {
    indices: ['books'],
    mapping: { properties },
  });
  expect(pauses).toBeGreaterThan(4 * COUNT);
  expect(state.version).toBe(books.version + 1);
  expect(state.metadata.indices.get('books')?.mapping).toEqual({ properties });
});
