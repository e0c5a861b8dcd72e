/** A snapshot policy acts with the rights of the caller who stored it last, and with no others. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SecuredNode } from './secured_node.js';
import { eventually } from './test_cluster.js';

const repositories = mkdtempSync(join(tmpdir(), 'skein-policy-rights-'));

interface SlmPolicy {
  readonly stats: { readonly snapshots_taken: number; readonly snapshots_failed: number };
  readonly last_failure?: { readonly details: string };
}

let node: SecuredNode;
let admin: string;
const ask: SecuredNode['ask'] = (...request) => node.ask(...request);

beforeAll(async () => {
  node = await SecuredNode.start({ 'path.repo.0': repositories });
  admin = await node.forge({
    scope: 'cluster:all indices:all:* snapshots:manage',
    sub: 'c_admin',
  });
  const repository = { type: 'fs', settings: { location: 'r' } };
  expect((await ask(admin, 'PUT', '/_snapshot/r', repository)).status).toBe(200);
});
afterAll(async () => {
  await node?.stop();
  rmSync(repositories, { recursive: true, force: true });
});

const keeper = (indices: string) =>
  node.forge({ scope: `snapshots:manage indices:read:${indices}`, sub: 'c_keeper' });

const slm = (indices: string, name: string) => ({
  schedule: '0 30 1 * * ?',
  name,
  repository: 'r',
  config: { indices: [indices], include_global_state: false },
});

async function stored(name: string): Promise<SlmPolicy> {
  const { text } = await ask(admin, 'GET', `/_slm/policy/${name}`);
  return (JSON.parse(text) as Record<string, SlmPolicy>)[name] as SlmPolicy;
}

async function indicesOf(snapshot: string): Promise<readonly string[] | undefined> {
  const { text } = await ask(admin, 'GET', `/_snapshot/r/${snapshot}?ignore_unavailable=true`);
  const { snapshots } = JSON.parse(text) as {
    snapshots: { state: string; indices: string[] }[];
  };
  const [found] = snapshots;
  return found?.state === 'SUCCESS' ? [...found.indices].sort() : undefined;
}

/** Has the administrator execute the policy; the indices of its snapshot once that is complete. */
async function takenBy(policy: string): Promise<readonly string[]> {
  const { status, text } = await ask(admin, 'PUT', `/_slm/policy/${policy}/_execute`);
  expect(status).toBe(200);
  // Each snapshot of a policy has a suffix of its own.
  const { snapshot_name: snapshot } = JSON.parse(text) as { snapshot_name: string };
  return eventually(`snapshot [${snapshot}] is complete`, () => indicesOf(snapshot));
}

test('a caller who may not manage snapshots stores, executes and deletes no policy', async () => {
  const reader = await node.forge({ scope: 'cluster:monitor indices:all:*', sub: 'c_reader' });
  const sm = {
    creation: { schedule: { cron: { expression: '0 3 * * *', timezone: 'UTC' } } },
    snapshot_config: { repository: 'r', indices: 'pub-*' },
  };
  await ask(admin, 'PUT', '/_slm/policy/theirs', slm('pub-*', 'theirs'));
  const requests = [
    ['POST', '/_plugins/_sm/policies/mine', sm],
    ['PUT', '/_slm/policy/mine', slm('pub-*', 'mine')],
    ['PUT', '/_slm/policy/theirs', slm('*', 'theirs')],
    ['PUT', '/_slm/policy/theirs/_execute', undefined],
    ['DELETE', '/_slm/policy/theirs', undefined],
  ] as const;
  for (const [method, path, body] of requests) {
    const { status } = await ask(reader, method, path, body);
    expect([method, path, status]).toEqual([method, path, 403]);
  }
  expect((await ask(admin, 'GET', '/_plugins/_sm/policies/mine')).status).toBe(404);
});

test('a policy takes the indices that its owner may read, also if another caller executes it', async () => {
  const token = await keeper('pub-*');
  expect((await ask(token, 'PUT', '/_slm/policy/all', slm('*', 'all-of-it'))).status).toBe(200);
  expect(await takenBy('all')).toEqual(['pub-1', 'pub-2']);
});

test('a policy that names an index its owner may not read fails, and takes no snapshot', async () => {
  const token = await keeper('pub-*');
  await ask(token, 'PUT', '/_slm/policy/secret', slm('sec-1', 'secret'));
  expect((await ask(admin, 'PUT', '/_slm/policy/secret/_execute')).status).toBe(403);
  const { stats, last_failure: failure } = await stored('secret');
  expect(stats).toMatchObject({ snapshots_taken: 0, snapshots_failed: 1 });
  expect(failure?.details).toContain('security_exception');
  expect(await indicesOf('secret*')).toBeUndefined();
});

test('the caller who stores a policy again owns it from then on', async () => {
  await ask(await keeper('pub-*'), 'PUT', '/_slm/policy/moved', slm('*', 'moved'));
  await ask(await keeper('sec-1'), 'PUT', '/_slm/policy/moved', slm('*', 'moved'));
  expect(await takenBy('moved')).toEqual(['sec-1']);
});
