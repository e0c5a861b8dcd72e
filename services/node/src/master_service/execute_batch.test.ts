import { atOnce } from '@skein/base';
import {
  type ClusterState,
  type CommandName,
  type CommandRequest,
  emptyState,
  isActive,
  runCommand,
} from '@skein/cluster';
import { taskOf } from '../testing/command_task_of.js';
import { TEST_NODE } from '../testing/test_node.js';
import { executeBatch } from './execute_batch.js';

const SHARDS = 5;
let bytes = 0;
const environment = {
  nowMs: 0,
  random: { next: () => 0.5, bytes: (size: number) => new Uint8Array(size).fill(++bytes) },
  indexVersion: '136407927',
};
const _timers = { after: () => ({ cancel: () => {} }) };

function task<Name extends CommandName>(command: Name, request: CommandRequest<Name>) {
  const told: unknown[] = [];
  return { made: taskOf(command, request, (error) => told.push(error)), told };
}

const create = (name: string): CommandRequest<'create_index'> => ({
  name,
  providedName: name,
  settings: new Map([['index.number_of_shards', String(SHARDS)]]),
  mapping: {},
  aliases: [],
  cause: 'api',
});

let state: ClusterState;
beforeEach(() => {
  const joined = { node: TEST_NODE, becomesMaster: true };
  const one = runCommand(emptyState('test', 'uuid'), 'join_node', joined, environment);
  state = runCommand(one, 'create_index', create('books'), environment);
});

function starts(more: Partial<CommandRequest<'shard_started'>> = {}) {
  const table = state.routing.get('books');
  return (table?.shards ?? []).flatMap((copies, shardId) =>
    copies.flatMap(({ allocationId }) => {
      if (allocationId === undefined) return [];
      const ref = { index: 'books', indexUuid: table?.uuid ?? '', shardId, allocationId };
      return [task('shard_started', { ...ref, ...more })];
    }),
  );
}

const active = ({ routing }: ClusterState) =>
  routing.get('books')?.shards.flat().filter(isActive).length;

it('copies that start together are one step', () => {
  const tasks = starts();
  const batch = tasks.map(({ made }) => made);
  const { current, executed } = atOnce(executeBatch(state, batch, environment));
  expect(tasks).toHaveLength(SHARDS);
  expect(active(current)).toBe(SHARDS);
  expect(current.version).toBe(state.version + 1);
  expect(executed).toHaveLength(SHARDS);
});

it('any other command is a step of its own, and what was refused concerns nobody else', () => {
  const [first, refused, ...others] = starts();
  const wrong = starts({ primaryTerm: 77 })[1];
  const other = task('create_index', create('people'));
  const again = task('create_index', create('people'));
  const tasks = [first, wrong, other, again, refused, ...others];
  const batch = tasks.flatMap((one) => one?.made ?? []);
  const { current, executed } = atOnce(executeBatch(state, batch, environment));
  expect(current.version).toBe(state.version + 3);
  expect(active(current)).toBe(SHARDS);
  expect(current.metadata.indices.has('people')).toBe(true);
  expect(executed).toHaveLength(SHARDS + 1);
  expect(wrong?.told).toMatchObject([{ type: 'no_longer_primary_shard_exception' }]);
  expect(again.told).toMatchObject([{ type: 'resource_already_exists_exception' }]);
});

it('nothing that changes nothing makes a version', () => {
  const { current } = atOnce(executeBatch(state, [], environment));
  expect(current).toBe(state);
});
