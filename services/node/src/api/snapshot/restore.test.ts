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

/** `scope`: of everybody who asks; absent: no tokens are needed. */
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

/** An index as a snapshot would have it. */
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
