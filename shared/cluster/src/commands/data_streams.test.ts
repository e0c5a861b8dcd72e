/**
 * Tests data streams in the cluster state: after any change, a stream has its indices and writes to
 * the last of them.
 */
import fc from 'fast-check';
import { indexLookup } from '../names/index_lookup.js';
import { runCommand } from '../run_command.js';
import type { ClusterState } from '../state/cluster_state.js';
import { streamOf, writeIndexName } from '../state/data_stream.js';
import { StateCodec } from '../state/state_codec.js';
import {
  composable,
  createRequest,
  environment,
  oneNodeState,
  refusal,
} from '../testing/fixtures.js';
import { planRollover } from './rollover.js';
import type { AliasAction } from './update_aliases.js';

const ENV = environment();
const NOTHING = { settings: new Map<string, string>(), mapping: {}, aliases: [] };
const STREAMS = ['logs-a', 'logs-b'];

function withTemplate(): ClusterState {
  const dataStream = { timestampField: '@timestamp', isHidden: false, allowsRouting: false };
  const template = composable('logs', { priority: 1, dataStream });
  return runCommand(oneNodeState(ENV), 'put_index_template', { template, create: false }, ENV);
}

type Step = (state: ClusterState) => ClusterState;

/** A step that leaves the state unchanged if it is refused. */
function tried(step: Step): Step {
  return (state) => {
    try {
      return step(state);
    } catch {
      return state;
    }
  };
}

function rolledOver(state: ClusterState, stream: string): ClusterState {
  const wanted = { alias: stream, newIndex: undefined, nowMs: ENV.nowMs };
  return runCommand(state, 'rollover', { ...planRollover(state, wanted), ...NOTHING }, ENV);
}

const stream = fc.constantFrom(...STREAMS);
const index = fc
  .tuple(stream, fc.integer({ min: 1, max: 4 }))
  .map(([name, generation]) => `.ds-${name}-00000${generation}`);

const step: fc.Arbitrary<Step> = fc.oneof(
  stream.map(
    (name): Step =>
      (state) =>
        runCommand(state, 'create_data_stream', { name }, ENV),
  ),
  stream.map(
    (name): Step =>
      (state) =>
        rolledOver(state, name),
  ),
  stream.map(
    (name): Step =>
      (state) =>
        runCommand(state, 'delete_data_streams', { names: [name] }, ENV),
  ),
  index.map(
    (name): Step =>
      (state) =>
        runCommand(state, 'delete_index', { indices: [name] }, ENV),
  ),
  index.map(
    (name): Step =>
      (state) =>
        runCommand(state, 'close_index', { indices: [name] }, ENV),
  ),
  fc
    .record({
      kind: fc.constantFrom('add_backing_index' as const, 'remove_backing_index' as const),
      stream,
      index,
    })
    .map(
      (action): Step =>
        (state) =>
          runCommand(state, 'modify_data_streams', { actions: [action] }, ENV),
    ),
);

function checkStreams(state: ClusterState): void {
  const { dataStreams, indices } = state.metadata;
  const backing = [...dataStreams.values()].flatMap((one) => one.indices);
  expect(new Set(backing).size).toBe(backing.length);
  for (const one of dataStreams.values()) {
    expect(one.indices.length).toBeGreaterThan(0);
    for (const name of one.indices) {
      expect(indices.get(name)?.settings.get('index.hidden')).toBe('true');
      expect(streamOf(state, name)).toBe(one);
    }
    expect(indices.get(writeIndexName(one))?.state).toBe('open');
    const target = indexLookup(state).get(one.name);
    expect(target?.indices.map(({ name }) => name)).toEqual(one.indices);
  }
}

test('random commands', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 25 }), (steps) => {
      let state = withTemplate();
      for (const one of steps) {
        state = tried(one)(state);
        checkStreams(state);
      }
      expect(new StateCodec().decode(new StateCodec().encode(state))).toEqual(state);
    }),
  );
});

test('a stream that lost its oldest indices goes on with the next number', () => {
  let state = runCommand(withTemplate(), 'create_data_stream', { name: 'logs-a' }, ENV);
  state = rolledOver(rolledOver(state, 'logs-a'), 'logs-a');
  const oldest = ['.ds-logs-a-000001', '.ds-logs-a-000002'];
  state = runCommand(state, 'delete_index', { indices: oldest }, ENV);
  state = rolledOver(state, 'logs-a');
  expect(state.metadata.dataStreams.get('logs-a')).toMatchObject({
    generation: 4,
    indices: ['.ds-logs-a-000003', '.ds-logs-a-000004'],
  });
});

describe('a stream is refused', () => {
  const create = (state: ClusterState, name: string) => () =>
    runCommand(state, 'create_data_stream', { name }, ENV);
  const plain = composable('plain', { patterns: ['plain*'] });
  const from = runCommand(
    withTemplate(),
    'put_index_template',
    { template: plain, create: false },
    ENV,
  );

  test('without a template for streams', () => {
    expect(refusal(create(from, 'none')).reason).toBe(
      'no matching index template found for data stream [none]',
    );
    expect(refusal(create(from, 'plain-a')).reason).toBe(
      'matching index template [plain] for data stream [plain-a] has no data stream template',
    );
  });

  test('if it is there', () => {
    expect(refusal(create(create(from, 'logs-a')(), 'logs-a'))).toEqual({
      type: 'resource_already_exists_exception',
      reason: 'data_stream [logs-a] already exists',
      status: 400,
    });
  });

  test('if an index or an alias has its name, or its backing index is there', () => {
    const taken = (name: string, aliases: { alias: string }[] = []) =>
      runCommand(from, 'create_index', createRequest(name, {}, { aliases }), ENV);
    expect(refusal(create(taken('other', [{ alias: 'logs-x' }]), 'logs-x')).reason).toMatch(
      /^index, alias.*logs-x \(alias of \[other\/.*\]\) conflicts with data stream/,
    );
    const backing = taken('.ds-logs-x-000001');
    expect(refusal(create(backing, 'logs-x'))).toMatchObject({
      type: 'illegal_argument_exception',
      reason:
        'data stream could not be created because backing index [.ds-logs-x-000001] already exists',
    });
  });
});

test('a backing index has no aliases, and loses none', () => {
  const state = runCommand(withTemplate(), 'create_data_stream', { name: 'logs-a' }, ENV);
  const update = (action: AliasAction) => () =>
    runCommand(state, 'update_aliases', { actions: [action] }, ENV);
  const indices = ['.ds-logs-a-000001'];
  expect(refusal(update({ kind: 'add', alias: 'x', indices }))).toEqual({
    type: 'illegal_argument_exception',
    reason:
      "The provided expressions [.ds-logs-a-000001] match a backing index belonging to data stream [logs-a]. Data streams and their backing indices don't support aliases.",
    status: 400,
  });
  expect(refusal(update({ kind: 'remove', aliases: ['x'], indices })).reason).toBe(
    'aliases [x] missing',
  );
});
