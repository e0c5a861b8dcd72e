import { encodeGlobalMetadata, encodeIndex } from '@skein/cluster';
import type { JsonObject } from '@skein/content';
import type { TokenVerifier } from '@skein/oauth';
import type { PipelineRunner } from '../../pipeline_runner/mod.js';
import { openSecurity } from '../../security/open_security.js';
import type { Proofs } from '../../security/proofs.js';
import { TokenSecurity } from '../../security/token_security.js';
import type { Snapshots } from '../../snapshot_host/mod.js';
import { MemorySnapshots } from '../../testing/memory_snapshots.js';
import { OneNodeApi } from '../../testing/one_node_api.js';

let stored: MemorySnapshots;
let api: OneNodeApi;
beforeEach(async () => {
  stored = new MemorySnapshots();
  api = await started();
});

const ALL = 'snapshots:manage cluster:manage indices:all:*';

/** `scope`: of every caller; if absent, no tokens are needed. */
async function started(scope?: string): Promise<OneNodeApi> {
  const pipelineRunner = {
    check: async (_id: string, bytes: Uint8Array) => JSON.parse(Buffer.from(bytes).toString()),
  } as Partial<PipelineRunner> as PipelineRunner;
  const snapshots = stored as Partial<Snapshots> as Snapshots;
  const security = scope === undefined ? openSecurity : scoped(scope);
  const made = await new OneNodeApi(security, { snapshots, pipelineRunner }).start();
  const options = { timeoutMs: -1, masterTimeoutMs: -1 };
  const record = { name: 'r', type: 'fs', settings: { location: 'x' } };
  await made.master.submit('put_repository', record, options);
  return made;
}

function scoped(scope: string): TokenSecurity {
  const security = new TokenSecurity({
    verifier: {} as TokenVerifier,
    proofs: {} as Proofs,
    resource: { resource: undefined, issuers: [] },
    refusals: undefined,
  });
  const identity = { subject: 'tester', clientId: undefined, scope: scope.split(' ') };
  security.authenticate = () => identity;
  return security;
}

const restore = (body: JsonObject, from = api) =>
  from.request('POST', '/_snapshot/r/s/_restore', body);

/** An index in the form of a snapshot. */
async function taken(name: string, body: JsonObject = {}): Promise<JsonObject> {
  const elsewhere = await new OneNodeApi().start();
  await elsewhere.request('PUT', `/${name}`, body);
  const index = elsewhere.master.state().metadata.indices.get(name);
  if (index === undefined) throw new Error('not created');
  return encodeIndex(index);
}

const global = (parts: JsonObject = {}) => ({
  global: { ...encodeGlobalMetadata(api.master.state().metadata), ...parts },
});

describe('global state', () => {
  const asked = { include_global_state: true };

  test('needs the rights to put what may be in it', async () => {
    await stored.put({ name: 's', general: global() });
    const some = `${ALL} pipelines:manage templates:manage`;
    expect((await restore(asked, await started(some))).json).toMatchObject({
      status: 403,
      error: {
        type: 'security_exception',
        reason: expect.stringContaining('[scripts:manage] is not allowed'),
      },
    });
    expect((await restore(asked, await started(`${some} scripts:manage`))).status).toBe(200);
    expect((await restore({}, await started(some))).status).toBe(200);
  });

  test('is refused where the snapshot has none', async () => {
    await stored.put({ name: 's' });
    expect((await restore(asked)).json).toMatchObject({
      error: {
        type: 'snapshot_restore_exception',
        reason:
          '[r:s/of-s] cannot restore global state since the snapshot was created without global state',
      },
    });
  });

  test.each<readonly [string, JsonObject, string]>([
    ['search pipeline [p]', { searchPipelines: { p: { nope: [] } } }, 'parse_exception'],
    [
      'script [x]',
      { storedScripts: { x: { lang: 'cobol', source: '1', options: {} } } },
      'illegal_argument_exception',
    ],
    [
      'policy [p]',
      {
        lifecyclePolicies: {
          'ilm/p': {
            id: 'p',
            dialect: 'ilm',
            source: { phases: 1 },
            version: 1,
            seqNo: 1,
            updatedMs: 1,
          },
        },
      },
      'illegal_argument_exception',
    ],
  ])('%s that nobody could put', async (what, parts, type) => {
    await stored.put({ name: 's', general: global(parts) });
    expect((await restore(asked)).json).toMatchObject({
      status: 400,
      error: { reason: `${what} of the snapshot cannot be restored`, caused_by: { type } },
    });
  });
});

test('a snapshot of a later version is not restored', async () => {
  const details = { version: '9.0.0', versionId: 145_000_000 };
  const index = { name: 'a', metadata: await taken('a'), shards: ['list'] };
  await stored.put({ name: 's', details, indices: [index] });
  const reason = expect.stringContaining('created with OpenSearch version [9.0.0] which is higher');
  expect((await restore({})).json).toMatchObject({ error: { reason } });
});

describe('indices', () => {
  const put = async (name: string, more: JsonObject = {}, body: JsonObject = {}) =>
    stored.put({
      name: 's',
      indices: [{ name, metadata: { ...(await taken(name, body)), ...more }, shards: ['list'] }],
    });

  test.each<readonly [string, JsonObject]>([
    ['a billion shards', { numberOfShards: 1e9 }],
    ['half a shard', { numberOfShards: 0.5 }],
    ['terms of other shards', { primaryTerms: [1, 1] }],
    ['no settings', { settings: {} }],
    ['another name', { name: 'b' }],
    ['a version below zero', { version: -1 }],
    ['hash spaces of a fraction', { routingNumShards: 1.5 }],
  ])('with %s are corrupt', async (_what, more) => {
    await put('a', more);
    const { json } = await restore({});
    expect(json).toMatchObject({ error: { type: 'corrupt_repository_exception' } });
  });

  test('whose shard is nowhere, though nothing says that it failed, are corrupt', async () => {
    const metadata = await taken('a');
    await stored.put({ name: 's', indices: [{ name: 'a', metadata, shards: [undefined] }] });
    expect((await restore({})).json).toMatchObject({
      error: {
        type: 'corrupt_repository_exception',
        reason: expect.stringContaining('shard [a][0] has no list of files'),
      },
    });
    expect((await restore({ partial: true })).status).toBe(200);
    const [record] = api.master.state().metadata.restores.values();
    expect(record).toMatchObject({ missingShards: 1 });
  });

  test('do not take private settings', async () => {
    await put('a');
    const settings = { 'index.verified_before_close': 'true' };
    const { json } = await restore({ index_settings: settings });
    const reason = expect.stringContaining('cannot modify setting [index.verified_before_close]');
    expect(json).toMatchObject({ error: { reason } });
  });

  test('lose the settings that are null or ignored', async () => {
    const settings = { refresh_interval: '7s', max_result_window: 5, 'query.default_field': 'x' };
    await put('a', {}, { settings });
    const body = {
      index_settings: { refresh_interval: null },
      ignore_index_settings: 'query.default_field, index.max_result_window',
    };
    expect((await restore(body)).status).toBe(200);
    const restored = api.master.state().metadata.indices.get('a')?.settings ?? new Map();
    const gone = ['refresh_interval', 'max_result_window', 'query.default_field'];
    expect(gone.filter((name) => restored.has(`index.${name}`))).toEqual([]);
    expect(restored.get('index.number_of_shards')).toBe('1');
    expect(await restore({ index_settings: { number_of_shards: null } })).toMatchObject({
      json: { error: { reason: expect.stringContaining('cannot remove') } },
    });
  });

  test('expand_wildcards is refused, allow_no_indices has its meaning', async () => {
    await put('a');
    expect((await restore({ expand_wildcards: 'open' })).status).toBe(400);
    expect((await restore({ indices: 'x*', allow_no_indices: false })).status).toBe(404);
    expect((await restore({ indices: 'x*' })).status).toBe(200);
  });

  test('need rights on their aliases, and on what they replace', async () => {
    await put('a', {}, { aliases: { other: {} } });
    const rights = 'snapshots:manage indices:read:a indices:create:a indices:create:other';
    const few = await started(rights.replace(' indices:create:other', ''));
    expect((await restore({}, few)).status).toBe(403);
    expect((await restore({ include_aliases: false }, few)).status).toBe(200);
    expect((await restore({}, await started(rights))).status).toBe(200);
    const replacing = await started(`${rights} indices:monitor:a`);
    const options = { timeoutMs: -1, masterTimeoutMs: -1 };
    await replacing.master.submit(
      'create_index',
      { name: 'a', providedName: 'a', settings: new Map(), mapping: {}, aliases: [], cause: 'api' },
      options,
    );
    expect((await restore({}, replacing)).json).toMatchObject({
      error: { reason: expect.stringContaining('[indices:manage] is not allowed on index [a]') },
    });
  });
});

describe('data streams', () => {
  const STREAMS = ['logs', 'metrics'];

  beforeEach(async () => {
    const stream = (name: string) => ({
      name,
      indices: [`.ds-${name}-000001`],
      generation: 1,
      timestampField: '@timestamp',
    });
    const names = [...STREAMS.map((name) => `.ds-${name}-000001`), 'plain'];
    const metadata = await Promise.all(names.map((name) => taken(name)));
    await stored.put({
      name: 's',
      details: { dataStreams: STREAMS },
      general: { dataStreams: STREAMS.map(stream) },
      indices: names.map((name, at) => ({ name, metadata: metadata[at] ?? {}, shards: ['list'] })),
    });
  });

  test.each([
    ['*', ['.ds-logs-000001', '.ds-metrics-000001', 'plain'], STREAMS],
    ['*,-logs', ['.ds-metrics-000001', 'plain'], ['metrics']],
    ['-logs', ['.ds-metrics-000001', 'plain'], ['metrics']],
    ['logs', ['.ds-logs-000001'], ['logs']],
    ['l*,plain', ['.ds-logs-000001', 'plain'], ['logs']],
    ['plain', ['plain'], []],
  ])('%s', async (indices, restored, streams) => {
    expect(await restore({ indices })).toMatchObject({ status: 200 });
    const { metadata } = api.master.state();
    expect([...metadata.indices.keys()].sort()).toEqual(restored);
    expect([...metadata.dataStreams.keys()].sort()).toEqual(streams);
  });

  test('are not renamed into one', async () => {
    const body = { indices: 'logs,metrics', rename_pattern: '^(logs|metrics)$' };
    expect((await restore({ ...body, rename_replacement: 'all' })).json).toMatchObject({
      error: {
        reason: expect.stringContaining(
          'data streams [logs] and [metrics] are renamed into the same data stream [all]',
        ),
      },
    });
  });
});
