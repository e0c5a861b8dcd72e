import { clusterHealth } from '@skein/cluster';
import { OneNodeApi } from '../../testing/one_node_api.js';
import { isSatisfied, readConditions } from './health_conditions.js';

const MOVE = { index: 'i', shard: 0, from_node: 'n', to_node: 'm' };

let api: OneNodeApi;
beforeEach(async () => {
  api = await new OneNodeApi().start();
});

const NO_CONDITIONS = {
  wait_for_status: undefined,
  wait_for_active_shards: undefined,
  wait_for_nodes: undefined,
  wait_for_events: undefined,
  wait_for_no_relocating_shards: false,
  wait_for_no_initializing_shards: false,
};

test('health now', async () => {
  await api.request('PUT', '/a', { settings: { number_of_replicas: 0 } });
  await api.request('PUT', '/b');
  const { status, json } = await api.request('GET', '/_cluster/health?level=shards');
  expect(status).toBe(200);
  expect(json).toMatchObject({
    cluster_name: 'test',
    status: 'yellow',
    timed_out: false,
    number_of_nodes: 1,
    active_primary_shards: 2,
    unassigned_shards: 1,
    indices: {
      a: { status: 'green', shards: { 0: { primary_active: true } } },
      b: { status: 'yellow' },
    },
  });
  expect((await api.request('GET', '/_cluster/health/a')).json).toMatchObject({
    status: 'green',
    active_shards_percent_as_number: 100,
  });
});

test.each([
  'wait_for_nodes=2',
  'wait_for_nodes=%3E1',
  'wait_for_nodes=ge(2)',
  'wait_for_active_shards=5',
  'wait_for_status=green',
])('%s times out', async (condition) => {
  await api.request('PUT', '/b');
  const { status, json } = await api.request('GET', `/_cluster/health?${condition}&timeout=1ms`);
  expect(status).toBe(408);
  expect(json).toMatchObject({ timed_out: true });
});

test('waiting ends with the change that was waited for', async () => {
  const waiting = api.request('GET', '/_cluster/health/later?wait_for_status=yellow&timeout=1h');
  await api.request('PUT', '/later');
  expect(await waiting).toMatchObject({
    status: 200,
    json: { status: 'yellow', timed_out: false },
  });
});

test('health by awareness attributes: those that allocation heeds, or the one that is named', async () => {
  const path = '/_cluster/health?level=awareness_attributes';
  expect((await api.request('GET', path)).json).toMatchObject({ awareness_attributes: {} });
  const named = await api.request('GET', `${path}&awareness_attribute=zone`);
  expect(named.json).toMatchObject({ awareness_attributes: { zone: {} } });
  const key = 'cluster.routing.allocation.awareness.attributes';
  await api.request('PUT', '/_cluster/settings', { transient: { [key]: 'zone,rack' } });
  expect((await api.request('GET', path)).json).toMatchObject({
    awareness_attributes: { zone: {}, rack: {} },
  });
});

test.each([
  ['awareness_attribute=zone', 'level=awareness_attributes is required'],
  ['ensure_node_weighed_in=true', 'not a local request'],
  ['level=awareness_attributes', 'is not a supported parameter with index health', '/some'],
])('health with %s', async (params, reason, index = '') => {
  const { status, json } = await api.request('GET', `/_cluster/health${index}?${params}`);
  expect(status).toBe(400);
  expect(JSON.stringify(json)).toContain(reason);
});

test('an index that is not there is red', async () => {
  expect(await api.request('GET', '/_cluster/health/no?timeout=1ms')).toMatchObject({
    status: 408,
    json: { status: 'red' },
  });
});

test.each([
  ['3', 3, true],
  ['3', 2, false],
  ['>=2', 2, true],
  ['<2', 1, true],
  ['le(2)', 3, false],
  ['gt(1)', 2, true],
])('wait_for_nodes %s with %d nodes: %s', (text, nodes, holds) => {
  const conditions = readConditions({ ...NO_CONDITIONS, wait_for_nodes: text });
  const health = { ...clusterHealth(api.master.state()), numberOfNodes: nodes };
  expect(isSatisfied(health, conditions)).toBe(holds);
});

test('a node count that is none', () => {
  for (const text of ['many', '2147483648', '>=99999999999']) {
    expect(() => readConditions({ ...NO_CONDITIONS, wait_for_nodes: text })).toThrow(
      '[wait_for_nodes]',
    );
  }
});

test('events are waited for at the master', async () => {
  const answer = await api.request('GET', '/_cluster/health?wait_for_events=languid&timeout=10s');
  expect(answer).toMatchObject({ status: 200, json: { timed_out: false } });
});

test('settings: put, get, reset', async () => {
  const key = 'cluster.routing.allocation.enable';
  expect(
    (await api.request('PUT', '/_cluster/settings?flat_settings', { transient: { [key]: 'none' } }))
      .json,
  ).toEqual({
    acknowledged: true,
    persistent: {},
    transient: { [key]: 'none' },
  });
  expect((await api.request('GET', '/_cluster/settings')).json).toEqual({
    persistent: {},
    transient: { cluster: { routing: { allocation: { enable: 'none' } } } },
  });
  expect(
    (await api.request('PUT', '/_cluster/settings', { transient: { [key]: null } })).json,
  ).toMatchObject({ transient: {} });
  expect((await api.request('PUT', '/_cluster/settings', {})).json).toMatchObject({
    error: { type: 'action_request_validation_exception' },
  });
  expect((await api.request('PUT', '/_cluster/settings', { nope: {} })).status).toBe(400);
});

test('state by metric and index', async () => {
  await api.request('PUT', '/a', { settings: { 'index.blocks.write': true } });
  await api.request('PUT', '/b');
  const keys = async (target: string) =>
    Object.keys((await api.request('GET', target)).json as object);
  expect(await keys('/_cluster/state/nodes')).toEqual(['cluster_name', 'cluster_uuid', 'nodes']);
  expect((await api.request('GET', '/_cluster/state/metadata,routing_table/a')).json).toMatchObject(
    {
      metadata: { indices: { a: { routing_num_shards: 1024, primary_terms: { 0: 1 } } } },
      routing_table: {
        indices: { a: { shards: { 0: [{ state: 'STARTED' }, { state: 'UNASSIGNED' }] } } },
      },
    },
  );
  expect((await api.request('GET', '/_cluster/state/blocks')).json).toMatchObject({
    blocks: { indices: { a: { 8: { description: 'index write (api)', levels: ['write'] } } } },
  });
  expect(
    (await api.request('GET', '/_cluster/state?wait_for_metadata_version=99&wait_for_timeout=1ms'))
      .json,
  ).toMatchObject({ wait_for_timed_out: true });
});

describe('allocation', () => {
  const explain = (body: unknown) => api.request('POST', '/_cluster/allocation/explain', body);

  test('explains an unassigned replica and a started primary', async () => {
    await api.request('PUT', '/explained');
    const unassigned = await explain({ index: 'explained', shard: 0, primary: false });
    expect(unassigned.json).toMatchObject({
      current_state: 'unassigned',
      can_allocate: 'no',
      node_allocation_decisions: [
        { node_decision: 'no', deciders: [{ decider: 'same_shard', decision: 'NO' }] },
      ],
    });
    const started = await explain({ index: 'explained', shard: 0, primary: true });
    expect(started.json).toMatchObject({
      current_state: 'started',
      can_remain_on_current_node: 'yes',
      can_rebalance_to_other_node: 'no',
      rebalance_explanation: 'rebalancing is not allowed',
    });
  });

  test.each([
    [{ index: 'explained' }, 'shard must be specified;2: primary must be specified;'],
    [{ index: 'explained', shard: 7, primary: true }, 'no such shard'],
    [{ index: 'nowhere', shard: 0, primary: true }, 'no such index [nowhere]'],
    [{ cur: 1 }, '[1:2] [cluster/allocation/explain] unknown field [cur]'],
    [{ index: null, shard: 0, primary: true }, "index doesn't support values of type: VALUE_NULL"],
    [{ index: ['explained'] }, "index doesn't support values of type: START_ARRAY"],
    [{ index: 5 }, "index doesn't support values of type: VALUE_NUMBER"],
    [{ shard: null }, "[1:10] [cluster/allocation/explain] shard doesn't support values of type"],
    [{ shard: [0] }, "shard doesn't support values of type: START_ARRAY"],
    [{ shard: true }, "shard doesn't support values of type: VALUE_BOOLEAN"],
    [{ shard: '' }, '[cluster/allocation/explain] failed to parse field [shard]'],
    [{ shard: '0x0' }, '[cluster/allocation/explain] failed to parse field [shard]'],
    [{ shard: 2 ** 31 }, 'Numeric value (2147483648) out of range of int'],
    [{ primary: 1 }, "primary doesn't support values of type: VALUE_NUMBER"],
    [{ primary: 'maybe' }, 'Failed to parse value [maybe] as only [true] or [false] are allowed.'],
    [{ current_node: null }, "current_node doesn't support values of type: VALUE_NULL"],
  ])('of %j says what is wrong', async (body, reason) => {
    await api.request('PUT', '/explained');
    const { status, json } = await explain(body);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(JSON.stringify(json)).toContain(reason);
  });

  test('reads numbers and booleans as OpenSearch does', async () => {
    await api.request('PUT', '/explained');
    for (const shard of [0, '0', 0.5]) {
      const { json } = await explain({ index: 'explained', shard, primary: 'true' });
      expect(json).toMatchObject({ shard: 0, primary: true });
    }
  });

  test.each([
    [{ move: { index: 'i', shard: 0 } }, '[move] command missing the from_node parameter'],
    [
      { cancel: { index: 'i', shard: 0, node: 'n', x: 1 } },
      '[cancel] command does not support field [x]',
    ],
    [
      { cancel: { index: 'moved', shard: 0, node: 'one' } },
      "[cancel_allocation] can't cancel 0 on node",
    ],
    [{ fly: {} }, 'unknown field [fly]'],
    [{}, 'unknown field [null]'],
    [5, 'allocation command is malformed, got [VALUE_NUMBER] instead'],
    [
      { move: MOVE, cancel: {} },
      "done parsing a command, but didn't get END_OBJECT, got [START_OBJECT] instead",
    ],
    [{ move: null }, '[move] command missing the index parameter'],
    [{ move: { ...MOVE, shard: -1 } }, '[move] command missing the shard parameter'],
    [{ move: { ...MOVE, shard: 99_999_999_999 } }, 'out of range of int'],
    [{ move: { ...MOVE, index: null } }, 'support complex json tokens [VALUE_NULL]'],
    [{ move: { ...MOVE, index: ['i'] } }, 'support complex json tokens [START_ARRAY]'],
    [{ cancel: { index: 'i', shard: 0, node: null } }, 'complex json tokens [VALUE_NULL]'],
    [
      { cancel: { index: 'i', shard: 0, node: 'n', allow_primary: 'yes' } },
      '"illegal_argument_exception","reason":"Failed to parse value [yes]',
    ],
  ])('the command %j is refused', async (command, reason) => {
    await api.request('PUT', '/moved');
    const { status, json } = await api.request('POST', '/_cluster/reroute', {
      commands: [command],
    });
    expect(status).toBe(400);
    expect(JSON.stringify(json)).toContain(reason);
  });
});

test.each([
  [
    '{"commands":"x"}',
    "[1:13] [cluster_reroute] commands doesn't support values of type: VALUE_STRING",
  ],
  ['{"commands":null}', "commands doesn't support values of type: VALUE_NULL"],
  ['{"commands":{}}', 'or start array, got [START_OBJECT] instead'],
  ['{"commands":[],"x":1}', '[1:16] [cluster_reroute] unknown field [x]'],
])('the body %s of a reroute is refused', async (body, reason) => {
  const { status, json } = await api.request('POST', '/_cluster/reroute', JSON.parse(body));
  expect(status).toBe(400);
  expect(JSON.stringify(json)).toContain(reason);
});

test('commands that name what is not there', async () => {
  await api.request('PUT', '/a');
  const commands = (name: string, parameters: object) =>
    api.request('POST', '/_cluster/reroute', { commands: [{ [name]: parameters }] });
  const node = 'one';
  const move = { index: 'gone', shard: 0, from_node: node, to_node: node };
  expect(await commands('move', move)).toMatchObject({
    status: 400,
    json: {
      error: {
        type: 'illegal_argument_exception',
        reason: expect.stringMatching(/^\[move_allocation\] can't move 0, failed to find it on/),
      },
    },
  });
  expect(await commands('cancel', { index: 'a', shard: 7, node })).toMatchObject({
    status: 400,
    json: {
      error: {
        reason: expect.stringMatching(
          /^\[cancel_allocation\] can't cancel 7, failed to find it on/,
        ),
      },
    },
  });
  expect(await commands('move', { ...move, index: 'a', shard: 'x' })).toMatchObject({
    status: 400,
    json: {
      error: {
        type: 'x_content_parse_exception',
        caused_by: { type: 'number_format_exception', reason: 'For input string: "x"' },
      },
    },
  });
  expect(await commands('move', { index: 'a', shard: 0 })).toMatchObject({
    status: 400,
    json: {
      error: {
        type: 'x_content_parse_exception',
        root_cause: [
          { type: 'parse_exception', reason: '[move] command missing the from_node parameter' },
        ],
      },
    },
  });
});

test('who is to vote no more can be named by a filter that finds somebody', async () => {
  const path = '/_cluster/voting_config_exclusions';
  expect(await api.request('POST', `${path}/nobody`)).toMatchObject({
    status: 400,
    json: {
      error: {
        reason:
          'add voting config exclusions request for [nobody] matched no cluster-manager-eligible nodes',
      },
    },
  });
  expect((await api.request('POST', `${path}/_master?node_names=x`)).status).toBe(400);
});

test('a state is waited for from the first on', async () => {
  const path = '/_cluster/state/version?wait_for_metadata_version=';
  expect((await api.request('GET', `${path}1`)).status).toBe(200);
  expect(await api.request('GET', `${path}0`)).toMatchObject({
    status: 400,
    json: {
      error: { reason: 'provided waitForMetadataVersion should be >= 1, but instead is [0]' },
    },
  });
});

test('a state that was waited for says if it came in time', async () => {
  const path = '/_cluster/state/version';
  const answered = async (query: string) => (await api.request('GET', `${path}?${query}`)).json;
  expect(await answered('')).not.toHaveProperty('wait_for_timed_out');
  const reached = await answered('wait_for_metadata_version=1');
  expect(reached).toMatchObject({ wait_for_timed_out: false, version: expect.any(Number) });
  const late = await answered('wait_for_metadata_version=1000000&wait_for_timeout=1ms');
  expect(late).toMatchObject({ wait_for_timed_out: true });
  expect(late).not.toHaveProperty('version');
});
