/**
 * Policies that take and remove snapshots, executed by real nodes: snapshot management of
 * OpenSearch, snapshot lifecycle management of Elasticsearch.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answeredBy, eventually, TestCluster } from './test_cluster.js';

interface SnapshotJson {
  readonly snapshot: string;
  readonly state: string;
  readonly indices: readonly string[];
  readonly metadata?: { readonly sm_policy?: string; readonly policy?: string };
  readonly start_time_in_millis: number;
  readonly end_time_in_millis: number;
}

interface SlmPolicyJson {
  readonly version: number;
  readonly next_execution_millis: number;
  readonly last_success?: { readonly snapshot_name: string };
  readonly last_failure?: { readonly details: string };
  readonly stats: { readonly snapshots_taken: number; readonly snapshots_failed: number };
}

interface Explained {
  readonly policies: readonly {
    readonly name: string;
    readonly enabled: boolean;
    readonly creation?: {
      readonly current_state: string;
      readonly trigger: { readonly time: number };
      readonly latest_execution?: { readonly status: string };
    };
  }[];
}

const EVERY_MINUTE = { cron: { expression: '* * * * *', timezone: 'UTC' } };
const CONFIG = { repository: 'r', indices: 'logs-*', include_global_state: false };
const SM = '/_plugins/_sm/policies';

let folder: string;
let cluster: TestCluster;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'skein-policies-'));
  cluster = await TestCluster.start({ nodes: 3, settings: { 'path.repo': folder } });
  await ok('PUT', '/_snapshot/r', { type: 'fs', settings: { location: 'r' } });
  const often = { 'slm.minimum_interval': '0ms', 'indices.lifecycle.poll_interval': '1s' };
  await ok('PUT', '/_cluster/settings', { persistent: often });
  await ok('PUT', '/logs-1/_doc/1?refresh=true', { n: 1 });
  await ok('PUT', '/other/_doc/1?refresh=true', { n: 1 });
  await cluster.green();
  // The other tests run while its time comes.
  await ok('PUT', '/_snapshot/r/minutes-by-hand?wait_for_completion=true', { indices: 'other' });
  await ok('POST', `${SM}/minutes`, {
    creation: { schedule: EVERY_MINUTE },
    deletion: { schedule: EVERY_MINUTE, condition: { max_count: 2, min_count: 1 } },
    snapshot_config: { ...CONFIG, date_format: 'yyyy-MM-dd-HH-mm' },
  });
});
afterAll(async () => {
  await cluster?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const ok = answeredBy(() => cluster);

async function snapshots(pattern: string): Promise<readonly SnapshotJson[]> {
  const path = `/_snapshot/r/${pattern}`;
  const { snapshots: all } = await ok<{ snapshots: SnapshotJson[] }>('GET', path);
  return all;
}

async function slm(name: string): Promise<SlmPolicyJson> {
  const json = await ok<Record<string, SlmPolicyJson>>('GET', `/_slm/policy/${name}`);
  const found = json[name];
  if (found === undefined) throw new Error(`there is no policy [${name}]`);
  return found;
}

async function explained(name: string) {
  const { policies } = await ok<Explained>('GET', `/_plugins/_sm/policies/${name}/_explain`);
  return policies;
}

test('snapshot management: a policy is stored, changed, stopped, listed and forgotten', async () => {
  const policy = {
    description: 'each night',
    creation: { schedule: { cron: { expression: '0 3 * * *', timezone: 'Europe/Vienna' } } },
    deletion: { condition: { max_age: '30d', max_count: 40 } },
    snapshot_config: CONFIG,
  };
  const made = await cluster.up[1]?.request<{ _seq_no: number }>('POST', `${SM}/nightly`, policy);
  expect(made).toMatchObject({
    status: 201,
    json: {
      _id: 'nightly-sm-policy',
      _version: 1,
      _primary_term: 1,
      sm_policy: {
        name: 'nightly',
        enabled: true,
        creation: policy.creation,
        deletion: {
          schedule: policy.creation.schedule,
          condition: { max_age: '30d', min_count: 1, max_count: 40 },
        },
        snapshot_config: CONFIG,
        schedule: { interval: { period: 1, unit: 'Minutes' } },
      },
    },
  });
  const twice = await cluster.up[0]?.request('POST', `${SM}/nightly`, policy);
  expect(twice?.status).toBe(409);
  const seqNo = made?.json._seq_no;
  const stale = `${SM}/nightly?if_seq_no=999&if_primary_term=1`;
  expect((await cluster.up[0]?.request('PUT', stale, policy))?.status).toBe(409);
  const path = `${SM}/nightly?if_seq_no=${seqNo}&if_primary_term=1`;
  const shown = await ok<{ sm_policy: object }>('GET', `${SM}/nightly`);
  // The returned policy can be sent back.
  const changed = await ok('PUT', path, { ...shown.sm_policy, description: 'every night' });
  expect(changed).toMatchObject({ _version: 2, sm_policy: { description: 'every night' } });
  expect(await explained('night*,nothing')).toMatchObject([
    { name: 'nightly', enabled: true, creation: { current_state: 'CREATION_START' } },
  ]);
  await ok('POST', `${SM}/nightly/_stop`);
  expect(await ok('GET', `${SM}/nightly`)).toMatchObject({
    sm_policy: { enabled: false, enabled_time: null },
  });
  await ok('POST', `${SM}/nightly/_start`);
  await ok('POST', `${SM}/weekly`, { ...policy, enabled: false });
  const page = `${SM}?from=1&size=1&sortOrder=desc&queryString=*ly`;
  expect(await ok('GET', page)).toMatchObject({
    policies: [{ _id: 'nightly-sm-policy' }],
    total_policies: 2,
  });
  for (const name of ['nightly', 'weekly']) await ok('DELETE', `${SM}/${name}`);
  const gone = await cluster.up[0]?.request('GET', `${SM}/nightly`);
  expect(gone).toMatchObject({
    status: 404,
    json: { error: { reason: 'Snapshot management policy not found' } },
  });
  const refused = await cluster.up[0]?.request('POST', `${SM}/told`, {
    ...policy,
    notification: { channel: { id: 'c' }, conditions: { creation: true } },
  });
  expect([refused?.status, JSON.stringify(refused?.json)]).toEqual([
    400,
    expect.stringContaining('[notification] is not supported'),
  ]);
});

test('snapshot lifecycle management: taken by hand, kept by number, counted', async () => {
  const policy = {
    schedule: '0 30 1 * * ?',
    name: '<daily-{now/d}>',
    repository: 'r',
    config: { indices: ['logs-*'], include_global_state: false, metadata: { of: 'the tests' } },
    retention: { max_count: 2 },
  };
  await ok('PUT', '/_slm/policy/daily', policy);
  const names: string[] = [];
  for (let count = 1; count <= 3; count++) {
    const answer = await ok<{ snapshot_name: string }>('PUT', '/_slm/policy/daily/_execute');
    names.push(answer.snapshot_name);
    await eventually('it is taken', async () => {
      const { stats } = await slm('daily');
      return stats.snapshots_taken === count ? true : undefined;
    });
  }
  expect(new Set(names).size).toBe(3);
  expect((await snapshots('daily-*')).map(({ snapshot }) => snapshot).sort()).toEqual(
    [...names].sort(),
  );
  expect(await slm('daily')).toMatchObject({
    version: 1,
    last_success: { snapshot_name: names[2] },
  });
  await ok('POST', '/_slm/_execute_retention');
  await eventually('the oldest is gone', async () => {
    const left = await snapshots('daily-*');
    return left.length === 2 ? left : undefined;
  });
  const stats = await eventually('it is counted', async () => {
    const json = await ok('GET', '/_slm/stats');
    return json.total_snapshots_deleted === 1 ? json : undefined;
  });
  expect(stats).toMatchObject({ retention_runs: 1, total_snapshots_taken: 3 });
  const left = (await snapshots('daily-*')).map(({ snapshot }) => snapshot);
  expect(left).not.toContain(names[0]);
  await ok('DELETE', '/_slm/policy/daily');
  expect((await cluster.up[0]?.request('GET', '/_slm/policy/daily'))?.status).toBe(404);
});

test('snapshot lifecycle management: what cannot be taken is told', async () => {
  const policy = {
    schedule: '1d',
    name: 'nothing',
    repository: 'r',
    config: { indices: ['no-such-index'] },
  };
  await ok('PUT', '/_slm/policy/missing', policy);
  const refused = await cluster.up[0]?.request('PUT', '/_slm/policy/missing/_execute');
  expect(refused?.status).toBe(404);
  expect(await slm('missing')).toMatchObject({
    last_failure: { details: expect.stringContaining('no such index [no-such-index]') },
    stats: { snapshots_failed: 1 },
  });
  await ok('DELETE', '/_slm/policy/missing');
  const elsewhere = { ...policy, repository: 'nowhere' };
  const unknown = await cluster.up[0]?.request('PUT', '/_slm/policy/elsewhere', elsewhere);
  expect([unknown?.status, JSON.stringify(unknown?.json)]).toEqual([
    400,
    expect.stringContaining('no such repository [nowhere]'),
  ]);
  await ok('PUT', '/_cluster/settings', { persistent: { 'slm.minimum_interval': '15m' } });
  const often = { ...policy, schedule: '0 0/5 * * * ?' };
  const frequent = await cluster.up[0]?.request('PUT', '/_slm/policy/often', often);
  await ok('PUT', '/_cluster/settings', { persistent: { 'slm.minimum_interval': '0ms' } });
  expect([frequent?.status, JSON.stringify(frequent?.json)]).toEqual([
    400,
    expect.stringContaining('would be too frequent'),
  ]);
});

test('masters are killed while a policy takes snapshots: each time has one at most, and all are accounted for', async () => {
  await ok('PUT', '/_slm/policy/seconds', {
    schedule: '2s',
    name: 'seconds',
    repository: 'r',
    config: { indices: ['logs-*'], include_global_state: false },
  });
  const taken = async () => (await slm('seconds')).stats.snapshots_taken;
  const more = async (count: number) => {
    const before = await taken();
    await eventually('more are taken', async () =>
      (await taken()) >= before + count ? true : undefined,
    );
  };
  await more(2);
  for (let killed = 0; killed < 2; killed++) {
    // The master may have the only in-sync copy.
    await cluster.green();
    const master = await cluster.formed(3);
    await master.kill();
    await cluster.formed(2);
    await more(2);
    await master.start();
    await cluster.formed(3);
  }
  await ok('POST', '/_slm/stop');
  await eventually('nothing is under way', async () => {
    const json = await ok<Record<string, { in_progress?: object }>>('GET', '/_slm/policy/seconds');
    return json.seconds?.in_progress === undefined ? true : undefined;
  });
  // A snapshot ends one step of the cluster state before its policy counts it, and a snapshot that
  // was reported failed may be in the repository all the same (docs/specs/snapshots.md).
  const all = await eventually('all are accounted for', async () => {
    const { snapshots_taken, snapshots_failed } = (await slm('seconds')).stats;
    const found = await snapshots('seconds-*');
    const whole = found.filter(({ state }) => state === 'SUCCESS');
    const uncounted = whole.length - snapshots_taken;
    const isAll = found.length === whole.length && uncounted >= 0 && uncounted <= snapshots_failed;
    return isAll ? whole : undefined;
  });
  const sorted = [...all].sort((a, b) => a.start_time_in_millis - b.start_time_in_millis);
  for (const [at, one] of sorted.entries()) {
    expect(one.metadata).toEqual({ policy: 'seconds' });
    const before = sorted[at - 1];
    if (before === undefined) continue;
    expect(one.start_time_in_millis).toBeGreaterThanOrEqual(before.end_time_in_millis);
  }
  await ok('DELETE', '/_slm/policy/seconds');
  await ok('POST', '/_slm/start');
  expect(await ok('GET', '/_slm/status')).toEqual({ operation_mode: 'RUNNING' });
});

test('an index of a policy of states is in a snapshot before it goes', async () => {
  await ok('PUT', `/_plugins/_ism/policies/kept`, {
    policy: {
      description: 'kept',
      default_state: 'one',
      states: [
        {
          name: 'one',
          actions: [{ snapshot: { repository: 'r', snapshot: 'ism-{{ctx.index}}' } }],
          transitions: [{ state_name: 'gone' }],
        },
        { name: 'gone', actions: [{ delete: {} }], transitions: [] },
      ],
    },
  });
  await ok('PUT', '/aged-1', { settings: { number_of_replicas: 0 } });
  await ok('POST', '/_plugins/_ism/add/aged-1', { policy_id: 'kept' });
  await eventually('the index is gone', async () => {
    const answer = await cluster.up[0]?.request('HEAD', '/aged-1');
    return answer?.status === 404 ? true : undefined;
  });
  expect(await snapshots('ism-aged-1-*')).toMatchObject([
    { state: 'SUCCESS', indices: ['aged-1'] },
  ]);
});

test('an index of a policy of phases waits for a snapshot that has it', async () => {
  await ok('PUT', '/_slm/policy/rare', {
    schedule: '1d',
    name: 'rare',
    repository: 'r',
    config: { indices: ['old-*'] },
  });
  const phases = {
    delete: { min_age: '0ms', actions: { wait_for_snapshot: { policy: 'rare' }, delete: {} } },
  };
  await ok('PUT', '/_ilm/policy/waits', { policy: { phases } });
  const settings = { number_of_replicas: 0, 'index.lifecycle.name': 'waits' };
  await ok('PUT', '/old-1', { settings });
  await eventually('it waits', async () => {
    const json = await ok('GET', '/old-1/_ilm/explain');
    return JSON.stringify(json).includes('wait_for_snapshot') ? true : undefined;
  });
  await ok('PUT', '/_slm/policy/rare/_execute');
  await eventually('the index is gone', async () => {
    const answer = await cluster.up[0]?.request('HEAD', '/old-1');
    return answer?.status === 404 ? true : undefined;
  });
  expect(await snapshots('rare-*')).toMatchObject([{ state: 'SUCCESS', indices: ['old-1'] }]);
});

test('snapshot management takes a snapshot when its time comes, and removes its own alone', async () => {
  const [first] = await eventually('there is a snapshot', async () => {
    const found = (await snapshots('minutes-2*')).filter(({ state }) => state === 'SUCCESS');
    return found.length > 0 ? found : undefined;
  });
  expect(first).toMatchObject({ indices: ['logs-1'], metadata: { sm_policy: 'minutes' } });
  expect(first?.snapshot).toMatch(/^minutes-\d{4}-\d\d-\d\d-\d\d-\d\d-[a-z0-9]{8}$/);
  await eventually('the policy knows that it has succeeded', async () => {
    const [policy] = await explained('minutes');
    return policy?.creation?.latest_execution?.status === 'SUCCESS' ? policy : undefined;
  });
  await ok('POST', `${SM}/minutes/_stop`);
  expect(await snapshots('minutes-by-hand')).toHaveLength(1);
});
