/**
 * Lifecycle policies executed by real nodes: phases of Elasticsearch, states of OpenSearch,
 * lifecycles of data streams.
 */

import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { ROOT } from './secured_node.js';
import { eventually, TestCluster, type TestNode } from './test_cluster.js';

const OFTEN = {
  'indices.lifecycle.poll_interval': '1s',
  'data_streams.lifecycle.poll_interval': '1s',
};

const TOLD: string[] = [];
let hooks: Server;
let hookUrl: string;
let cluster: TestCluster;
let node: TestNode;

beforeAll(async () => {
  hooks = createServer((request, response) => {
    request.setEncoding('utf8');
    request.on('data', (text: string) => TOLD.push(text));
    request.on('end', () => response.end());
  });
  await new Promise<void>((done) => hooks.listen(0, '127.0.0.1', () => done()));
  const { port } = hooks.address() as AddressInfo;
  hookUrl = `http://127.0.0.1:${port}/told`;
  const settings = { 'lifecycle.webhook.allowed_hosts': `127.0.0.1:${port}` };
  cluster = await TestCluster.start({ nodes: 1, settings });
  await cluster.formed(1);
  [node] = cluster.nodes as [TestNode];
  await node.request('PUT', '/_cluster/settings', { persistent: OFTEN });
});
afterAll(async () => {
  await cluster?.stop();
  hooks?.close();
});

/** Waits until the expectations hold; otherwise reports which did not. */
async function holds(check: () => Promise<void>): Promise<void> {
  let unmet: unknown;
  try {
    await eventually('expectations hold', async () => {
      try {
        await check();
        return true;
      } catch (thrown) {
        unmet = thrown;
        return undefined;
      }
    });
  } catch {
    throw unmet;
  }
}

const ONE_COPY = { number_of_replicas: 0 };

async function indices(pattern: string): Promise<readonly string[]> {
  const path = `/${pattern}/_settings?expand_wildcards=all&ignore_unavailable=true`;
  const { json } = await node.request('GET', path);
  return Object.keys(json).sort();
}

interface Explained {
  readonly [index: string]: {
    readonly state?: { readonly name: string; readonly start_time: number };
    readonly action?: { readonly name: string; readonly failed: boolean };
    readonly info?: { readonly message: string };
    readonly enabled?: boolean | null;
  };
}

async function explained(index: string) {
  const { json } = await node.request<Explained>('GET', `/_plugins/_ism/explain/${index}`);
  return json[index];
}

function putIsm(id: string, policy: object) {
  return node.request('PUT', `/_plugins/_ism/policies/${id}`, {
    policy: { description: id, ...policy },
  });
}

test('the requests of docs/LIFECYCLE.md', async () => {
  const page = readFileSync(resolve(ROOT, 'docs/LIFECYCLE.md'), 'utf8');
  const requests = [...page.matchAll(/```\n(\w+) (\S+)\n(.*?)```/gs)];
  expect(requests.length).toBeGreaterThan(4);
  for (const [, method = '', path = '', body = ''] of requests) {
    const { status, json } = await node.send(method, path, body.trim() === '' ? undefined : body);
    expect([path, status, json]).toEqual([path, status === 201 ? 201 : 200, json]);
  }
});

test('a policy of phases rolls over, blocks, merges and deletes', async () => {
  const phases = {
    hot: { actions: { set_priority: { priority: 100 }, rollover: { max_docs: 2 } } },
    warm: {
      min_age: '1s',
      actions: {
        readonly: {},
        forcemerge: { max_num_segments: 1 },
        set_priority: { priority: 50 },
      },
    },
    delete: { min_age: '5s', actions: { delete: {} } },
  };
  expect((await node.request('PUT', '/_ilm/policy/phased', { policy: { phases } })).status).toBe(
    200,
  );
  const settings = {
    ...ONE_COPY,
    'index.lifecycle.name': 'phased',
    'index.lifecycle.rollover_alias': 'ph',
  };
  await node.request('PUT', '/_index_template/ph', {
    index_patterns: ['ph-*'],
    template: { settings },
  });
  await node.request('PUT', '/ph-000001', { aliases: { ph: { is_write_index: true } } });
  await holds(async () => {
    const { json } = await node.request('GET', '/ph-000001/_ilm/explain');
    expect(json).toMatchObject({
      indices: { 'ph-000001': { phase: 'hot', action: 'rollover', policy: 'phased' } },
    });
  });
  const used = await node.request('DELETE', '/_ilm/policy/phased');
  expect([used.status, JSON.stringify(used.json)]).toEqual([
    400,
    expect.stringContaining('It is in use by one or more indices: [ph-000001]'),
  ]);
  for (const id of ['1', '2']) await node.request('PUT', `/ph/_doc/${id}?refresh=true`, { id });
  await holds(async () => expect(await indices('ph-*')).toEqual(['ph-000001', 'ph-000002']));
  await holds(async () => {
    const { json } = await node.request<Record<string, { settings: { index: object } }>>(
      'GET',
      '/ph-000001/_settings',
    );
    expect(json['ph-000001']?.settings.index).toMatchObject({
      priority: '50',
      blocks: { write: 'true' },
      lifecycle: { indexing_complete: 'true' },
    });
  });
  await holds(async () => expect(await indices('ph-*')).toEqual(['ph-000002']));
});

test('phases that are stopped go on when they are started', async () => {
  await node.request('POST', '/_ilm/stop');
  expect((await node.request('GET', '/_ilm/status')).json).toEqual({ operation_mode: 'STOPPED' });
  const phases = { delete: { actions: { delete: {} } } };
  await node.request('PUT', '/_ilm/policy/soon', { policy: { phases } });
  const settings = { ...ONE_COPY, 'index.lifecycle.name': 'soon' };
  await node.request('PUT', '/stopped', { settings });
  await holds(async () => {
    const { json } = await node.request('GET', '/stopped/_ilm/explain');
    expect(json).toMatchObject({ indices: { stopped: { phase: 'new' } } });
  });
  await node.request('POST', '/_ilm/start');
  await holds(async () => expect(await indices('stopped')).toEqual([]));
});

test('a policy of states is given by its template, and somebody is told', async () => {
  const rolling = {
    name: 'rolling',
    actions: [{ rollover: { min_doc_count: 1 } }],
    transitions: [{ state_name: 'old', conditions: { min_rollover_age: '1s' } }],
  };
  const old = {
    name: 'old',
    actions: [
      { read_only: {} },
      { index_priority: { priority: 7 } },
      { alias: { actions: [{ add: { alias: 'st-old' } }] } },
      {
        notification: {
          destination: { custom_webhook: { url: hookUrl } },
          message_template: { source: '{"old": "{{ctx.index}}"}' },
        },
      },
    ],
    transitions: [],
  };
  const policy = {
    default_state: 'rolling',
    states: [rolling, old],
    ism_template: { index_patterns: ['st-*'], priority: 10 },
  };
  const put = await putIsm('states', policy);
  expect([put.status, put.json]).toMatchObject([201, { _id: 'states', _version: 1 }]);
  const settings = { ...ONE_COPY, 'index.plugins.index_state_management.rollover_alias': 'st' };
  await node.request('PUT', '/_index_template/st', {
    index_patterns: ['st-*'],
    template: { settings },
  });
  await node.request('PUT', '/st-000001', { aliases: { st: { is_write_index: true } } });
  await node.request('PUT', '/st/_doc/1?refresh=true', { a: 1 });
  await holds(async () => {
    expect(await explained('st-000001')).toMatchObject({ state: { name: 'old' }, enabled: false });
  });
  expect(TOLD).toContain('{"old": "st-000001"}');
  expect(await indices('st-*')).toEqual(['st-000001', 'st-000002']);
  expect(Object.keys((await node.request('GET', '/_alias/st-old')).json)).toEqual(['st-000001']);
  const waiting = await explained('st-000002');
  expect(waiting?.info?.message).toBe('Rollover conditions not met [min_doc_count: 1]');
});

test('an action that fails is tried again, fails for good, and goes on by hand', async () => {
  const states = [
    {
      name: 'rolling',
      actions: [{ rollover: {}, retry: { count: 1, backoff: 'constant', delay: '1s' } }],
      transitions: [{ state_name: 'done' }],
    },
    { name: 'done', actions: [], transitions: [] },
  ];
  const onError = {
    destination: { slack: { url: hookUrl } },
    message_template: { source: '{{ctx.index}} stands' },
  };
  await putIsm('failing', { default_state: 'rolling', states, error_notification: onError });
  await node.request('PUT', '/failing', { settings: ONE_COPY });
  const added = await node.request('POST', '/_plugins/_ism/add/failing', { policy_id: 'failing' });
  expect(added.json).toEqual({ updated_indices: 1, failures: false, failed_indices: [] });
  const again = await node.request('POST', '/_plugins/_ism/add/failing', { policy_id: 'failing' });
  expect(again.json).toMatchObject({ updated_indices: 0, failures: true });
  await holds(async () => {
    expect(await explained('failing')).toMatchObject({
      action: { name: 'rollover', failed: true },
      info: { message: 'Failed [rollover]: Missing rollover_alias index setting [index=failing]' },
    });
  });
  await holds(() => {
    expect(TOLD).toContain('{"text":"failing stands"}');
    return Promise.resolve();
  });
  const retried = await node.request('POST', '/_plugins/_ism/retry/failing', { state: 'done' });
  expect(retried.json).toMatchObject({ updated_indices: 1 });
  await holds(async () => {
    expect(await explained('failing')).toMatchObject({ state: { name: 'done' }, enabled: false });
  });
  const removed = await node.request('POST', '/_plugins/_ism/remove/failing');
  expect(removed.json).toMatchObject({ updated_indices: 1 });
  expect((await explained('failing'))?.enabled).toBeNull();
});

test('a policy does not roll over to an index that cannot answer the filter of an alias', async () => {
  const states = [
    {
      name: 'rolling',
      actions: [{ rollover: { min_doc_count: 1 }, retry: { count: 0 } }],
      transitions: [],
    },
  ];
  await putIsm('filtered', { default_state: 'rolling', states });
  await node.request('PUT', '/filtered-000001', {
    settings: {
      ...ONE_COPY,
      'plugins.index_state_management.rollover_alias': 'filtered',
      'plugins.index_state_management.policy_id': 'filtered',
    },
    aliases: { filtered: { is_write_index: true } },
  });
  await node.request('PUT', '/_index_template/filtered', {
    index_patterns: ['filtered-*'],
    template: {
      mappings: { properties: { n: { type: 'long' } } },
      aliases: { some: { filter: { term: { n: 'x' } } } },
    },
  });
  await node.request('POST', '/filtered/_doc?refresh=true', { a: 1 });
  await holds(async () => {
    expect(await explained('filtered-000001')).toMatchObject({
      action: { name: 'rollover', failed: true },
      info: { message: 'Failed [rollover]: failed to parse filter for alias [some]' },
    });
  });
  expect(await indices('filtered-*')).toEqual(['filtered-000001']);
});

test('a stream whose next index is refused still forgets its oldest', async () => {
  const rollover = { 'cluster.lifecycle.default.rollover': 'max_docs=1' };
  await node.request('PUT', '/_cluster/settings', { persistent: rollover });
  const body = { index_patterns: ['stuck-*'], data_stream: {}, template: { settings: ONE_COPY } };
  await node.request('PUT', '/_index_template/stuck', body);
  const document = { '@timestamp': '2024-05-01', n: 1 };
  for (let i = 0; i < 2; i++) {
    await node.request('POST', '/stuck-a/_doc?refresh=true', document);
    if (i === 0) await node.request('POST', '/stuck-a/_rollover');
  }
  const aliases = { part: { filter: { nested: { path: 'no', query: { match_all: {} } } } } };
  const template = { settings: ONE_COPY, aliases };
  await node.request('PUT', '/_index_template/stuck', { ...body, template });
  expect(await indices('stuck-a')).toEqual(['.ds-stuck-a-000001', '.ds-stuck-a-000002']);
  await node.request('PUT', '/_data_stream/stuck-a/_lifecycle', { data_retention: '1s' });
  await holds(async () => expect(await indices('stuck-a')).toEqual(['.ds-stuck-a-000002']));
});

test('a policy that leads in a circle goes on slowly', async () => {
  const leads = (name: string, state_name: string) => ({
    name,
    actions: [],
    transitions: [{ state_name }],
  });
  await putIsm('circle', { default_state: 'a', states: [leads('a', 'b'), leads('b', 'a')] });
  const seldom = {
    'indices.lifecycle.poll_interval': '1h',
    'data_streams.lifecycle.poll_interval': '1h',
  };
  await node.request('PUT', '/_cluster/settings', { persistent: seldom });
  await node.request('PUT', '/circling', { settings: ONE_COPY });
  await node.request('POST', '/_plugins/_ism/add/circling', { policy_id: 'circle' });
  const since = async () => (await explained('circling'))?.state?.start_time;
  await holds(async () => {
    const before = await since();
    expect(before).toBeDefined();
    // Cluster changes for a second: the master examines every index several times.
    for (const until = Date.now() + 1000; Date.now() < until; ) {
      await node.request('PUT', '/noise', { settings: ONE_COPY });
      await node.request('DELETE', '/noise');
    }
    expect(await since()).toBe(before);
  });
  await node.request('DELETE', '/circling');
  await node.request('PUT', '/_cluster/settings', { persistent: OFTEN });
});

test('another policy is taken at the end of the state', async () => {
  const waiting = {
    name: 'first',
    actions: [],
    transitions: [{ state_name: 'second', conditions: { min_index_age: '30d' } }],
  };
  const second = { name: 'second', actions: [], transitions: [] };
  await putIsm('before', { default_state: 'first', states: [waiting, second] });
  const block = { name: 'other', actions: [{ read_only: {} }], transitions: [] };
  await putIsm('after', { default_state: 'other', states: [block] });
  await node.request('PUT', '/changing', { settings: ONE_COPY });
  await node.request('POST', '/_plugins/_ism/add/changing', { policy_id: 'before' });
  await holds(async () => expect((await explained('changing'))?.state?.name).toBe('first'));
  const passedOver = await node.request('POST', '/_plugins/_ism/change_policy/changing', {
    policy_id: 'after',
    include: [{ state: 'second' }],
  });
  expect(passedOver.json).toMatchObject({ updated_indices: 0, failures: false });
  await node.request('POST', '/_plugins/_ism/change_policy/changing', { policy_id: 'after' });
  await holds(async () => {
    expect(await explained('changing')).toMatchObject({ state: { name: 'other' }, enabled: false });
  });
});

test('an index shrinks beside itself', async () => {
  const states = [
    {
      name: 's',
      actions: [{ shrink: { num_new_shards: 2, force_unsafe: true } }],
      transitions: [],
    },
  ];
  await putIsm('shrinking', { default_state: 's', states });
  await node.request('PUT', '/wide', { settings: { ...ONE_COPY, number_of_shards: 4 } });
  for (let i = 0; i < 20; i++) await node.request('PUT', `/wide/_doc/${i}`, { i });
  await node.request('POST', '/wide/_refresh');
  await node.request('POST', '/_plugins/_ism/add/wide', { policy_id: 'shrinking' });
  await holds(async () => expect((await explained('wide'))?.enabled).toBe(false));
  const { json } = await node.request<Record<string, { settings: { index: object } }>>(
    'GET',
    '/wide_shrunken/_settings',
  );
  expect(json.wide_shrunken?.settings.index).toMatchObject({ number_of_shards: '2' });
  expect((await node.request('GET', '/wide_shrunken/_count')).json.count).toBe(20);
});

test('a shrunken index of a stream takes the place of the one it was, and goes on', async () => {
  const phases = {
    hot: { actions: { rollover: { max_docs: 3 }, shrink: { number_of_shards: 1 } } },
    warm: { min_age: '0ms', actions: { set_priority: { priority: 3 } } },
  };
  await node.request('PUT', '/_ilm/policy/narrow', { policy: { phases } });
  const settings = { ...ONE_COPY, number_of_shards: 2, 'index.lifecycle.name': 'narrow' };
  const body = { index_patterns: ['narrow-*'], data_stream: {}, template: { settings } };
  await node.request('PUT', '/_index_template/narrow', body);
  for (let i = 0; i < 4; i++) {
    await node.request('POST', '/narrow-a/_doc?refresh=true', { '@timestamp': '2024-05-01', i });
  }
  await holds(async () => {
    const found = await indices('narrow-a');
    expect(found).toHaveLength(2);
    const shrunken = found.find((name) => name.startsWith('shrink-'));
    const { json } = await node.request('GET', `/${shrunken}/_ilm/explain`);
    expect(json).toMatchObject({
      indices: { [shrunken ?? '']: { phase: 'warm', action: 'complete' } },
    });
    const settings = await node.request('GET', `/${shrunken}/_settings?flat_settings`);
    expect(JSON.stringify(settings.json)).toContain('"index.number_of_replicas":"0"');
  });
  expect((await node.request('GET', '/narrow-a/_count')).json.count).toBe(4);
});

test('a data stream with a lifecycle rolls over and forgets', async () => {
  const rollover = { 'cluster.lifecycle.default.rollover': 'max_docs=2,min_docs=1' };
  await node.request('PUT', '/_cluster/settings', { persistent: rollover });
  const template = { settings: ONE_COPY, lifecycle: { data_retention: '2s' } };
  const body = { index_patterns: ['keep-*'], data_stream: {}, template };
  expect((await node.request('PUT', '/_index_template/keep', body)).status).toBe(200);
  for (let i = 0; i < 2; i++) {
    await node.request('POST', '/keep-a/_doc?refresh=true', { '@timestamp': '2024-05-01', i });
  }
  const shown = await node.request('GET', '/_data_stream/keep-a/_lifecycle');
  expect(shown.json).toEqual({
    data_streams: [{ name: 'keep-a', lifecycle: { enabled: true, data_retention: '2s' } }],
  });
  await holds(async () => expect(await indices('keep-a')).toEqual(['.ds-keep-a-000002']));
  const other = { data_retention: '7d', enabled: false };
  await node.request('PUT', '/_data_stream/keep-*/_lifecycle', other);
  const after = await node.request('GET', '/_data_stream/keep-a');
  expect(JSON.stringify(after.json)).toContain(
    '"lifecycle":{"enabled":false,"data_retention":"7d"}',
  );
  await node.request('DELETE', '/_data_stream/keep-a/_lifecycle');
  const gone = await node.request('GET', '/_data_stream/keep-a/_lifecycle');
  expect(gone.json).toEqual({ data_streams: [{ name: 'keep-a' }] });
});

test.each([
  ['an action nobody knows', { states: [{ name: 's', actions: [{ rollup: {} }] }] }, 'rollup'],
  ['an option nobody knows', { states: [{ name: 's', actions: [{ rollover: { a: 1 } }] }] }, '[a]'],
  ['no state', { states: [] }, 'at least one State'],
  ['a state that is not there', { default_state: 'x', states: [{ name: 's' }] }, 'default state'],
  [
    'a name that is not known beforehand',
    {
      states: [{ name: 's', actions: [{ snapshot: { repository: 'r', snapshot: '{{ctx.a}}' } }] }],
    },
    'may contain only {{ctx.index}} and {{ctx.indexUuid}}',
  ],
  [
    'patterns that match no name',
    { states: [{ name: 's' }], ism_template: { index_patterns: ['_a*', 'b*', 'c#d e'] } },
    "Validation Failed: 1: index_pattern [_a*] must not start with '_';2: index_pattern [c#d e]",
  ],
  [
    'templates in conflict with one another',
    {
      states: [{ name: 's' }],
      ism_template: [{ index_patterns: ['ab*'] }, { index_patterns: ['abc', 'd'] }],
    },
    "[ab*] matching this policy's other ISM templates with index patterns [abc, d]",
  ],
])('policies of states with %s are refused', async (_what, given, told) => {
  const { status, json } = await putIsm('bad', { default_state: 's', ...given });
  expect(status).toBe(400);
  expect(JSON.stringify(json)).toContain(told);
});

test.each([
  ['a phase nobody knows', { tepid: {} }, '[tepid]'],
  [
    'an action of another phase',
    { warm: { actions: { rollover: { max_docs: 1 } } } },
    '[rollover]',
  ],
  [
    'an action that is not there yet',
    { cold: { actions: { searchable_snapshot: {} } } },
    'snapshot',
  ],
  ['no condition', { hot: { actions: { rollover: {} } } }, 'rollover condition'],
  ['a wrong age', { delete: { min_age: 'soon', actions: { delete: {} } } }, '[soon]'],
])('policies of phases with %s are refused', async (_what, phases, told) => {
  const { status, json } = await node.request('PUT', '/_ilm/policy/bad', { policy: { phases } });
  expect(status).toBe(400);
  expect(JSON.stringify(json)).toContain(told);
});

test('a web hook of a host that is not allowed is not called', async () => {
  const notification = {
    destination: { custom_webhook: { url: 'http://127.0.0.1:1/x' } },
    message_template: { source: 'x' },
  };
  const states = [{ name: 's', actions: [{ notification, retry: { count: 0 } }], transitions: [] }];
  await putIsm('afar', { default_state: 's', states });
  await node.request('PUT', '/afar', { settings: ONE_COPY });
  await node.request('POST', '/_plugins/_ism/add/afar', { policy_id: 'afar' });
  await holds(async () => {
    const { info } = (await explained('afar')) ?? {};
    expect(info?.message).toContain('[lifecycle.webhook.allowed_hosts]');
  });
});

test('two policies have no templates for the same names and of the same priority', async () => {
  const policy = (priority: number) => ({
    default_state: 's',
    states: [{ name: 's' }],
    ism_template: { index_patterns: ['same-*'], priority },
  });
  expect((await putIsm('same-1', policy(3))).status).toBe(201);
  const { status, json } = await putIsm('same-2', policy(3));
  const reason =
    'New policy same-2 has an ISM template with index pattern [same-*] matching existing policy templates {same-1=[same-*]}, please use a different priority than 3';
  expect([status, json.error]).toEqual([400, expect.objectContaining({ reason })]);
  expect((await putIsm('same-2', policy(4))).status).toBe(201);
});

test('policies are told of, replaced by number and deleted', async () => {
  const states = [{ name: 's', actions: [], transitions: [] }];
  const { json } = await putIsm('kept', { default_state: 's', states });
  const seqNo = json._seq_no as number;
  const same = { policy: { description: 'b', default_state: 's', states } };
  expect((await node.request('PUT', '/_plugins/_ism/policies/kept', same)).status).toBe(409);
  const path = `/_plugins/_ism/policies/kept?if_seq_no=${seqNo}&if_primary_term=1`;
  expect((await node.request('PUT', path, same)).json).toMatchObject({ _version: 2 });
  const one = await node.request('GET', '/_opendistro/_ism/policies/kept');
  expect(one.json).toMatchObject({ policy: { description: 'b', error_notification: null } });
  const all = await node.request('GET', '/_plugins/_ism/policies?queryString=kep*');
  expect(all.json).toMatchObject({ total_policies: 1 });
  for (const wrong of [
    'if_seq_no=1',
    'if_primary_term=1',
    `if_seq_no=${seqNo + 1}&if_primary_term=2`,
  ]) {
    const path = `/_plugins/_ism/policies/kept?${wrong}`;
    expect((await node.request('PUT', path, same)).status).toBe(wrong.includes('&') ? 409 : 400);
  }
  expect((await node.request('GET', '/_plugins/_ism/policies?size=-1')).status).toBe(400);
  await node.request('DELETE', '/_plugins/_ism/policies/kept');
  expect((await node.request('GET', '/_plugins/_ism/policies/kept')).status).toBe(404);
});
