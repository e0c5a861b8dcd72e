import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { admitAll, StoreFault, sourceOf } from '@skein/snapshots';
import { readRepositoryPlace } from '../config/repository_place.js';
import { openBlobStore } from './open_blob_store.js';
import { readRepository } from './read_repository.js';
import type { RepositoryPlan } from './repository_plan.js';
import type { RepositorySecrets } from './repository_secrets.js';

const folder = mkdtempSync(join(tmpdir(), 'skein-repository-'));
let server: Server;
let requests: IncomingMessage[];

beforeEach(async () => {
  requests = [];
  server = createServer((request, answer) => {
    requests.push(request);
    request.resume().on('end', () => answer.writeHead(200, { etag: '"0"' }).end('root'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
});
afterAll(() => rmSync(folder, { recursive: true }));

const address = () => `127.0.0.1:${(server.address() as AddressInfo).port}`;

function planOf(
  type: string,
  settings: Readonly<Record<string, string>>,
  node: Readonly<Record<string, string>> = {},
): RepositoryPlan {
  const all = {
    'path.repo': folder,
    'repositories.url.allowed_urls': '*://*/*',
    'repositories.s3.allowed_endpoints': '*',
    ...node,
  };
  const place = readRepositoryPlace(new Map(Object.entries(all)));
  const request = { name: 'r', type, settings: new Map(Object.entries(settings)) };
  return readRepository(request, { place, secureSettings: { get: () => undefined } });
}

/** Opens a plan and secrets that were cloned, as they are when they cross to the thread. */
async function opened(plan: RepositoryPlan, secrets: RepositorySecrets = {}) {
  return openBlobStore(structuredClone(plan), structuredClone(secrets));
}

test('a folder is written to, unless it is only read', async () => {
  const store = await opened(planOf('fs', { location: 'mine' }));
  await store.write('a', sourceOf(Buffer.from('x')), admitAll);
  const reader = await opened(planOf('fs', { location: 'mine', readonly: 'true' }));
  expect(Buffer.from(await reader.read('a', 1024)).toString()).toBe('x');
  await expect(reader.remove(['a'])).rejects.toThrow(StoreFault);
  const url = `file://${folder}/mine/`;
  const linked = await opened(planOf('url', { url }));
  expect(Buffer.from(await linked.read('a', 1024)).toString()).toBe('x');
  await expect(linked.remove(['a'])).rejects.toThrow(StoreFault);
});

test('a site is read', async () => {
  const store = await opened(planOf('url', { url: `http://${address()}/backups` }));
  expect(Buffer.from(await store.read('index-0', 1024)).toString()).toBe('root');
  expect(requests.map(({ url }) => url)).toEqual(['/backups/index-0']);
  store.close();
});

describe('a bucket', () => {
  const KEYS = { accessKey: 'AKID', secretKey: 'secret' };

  async function written(plan: RepositoryPlan, secrets: RepositorySecrets) {
    const store = await opened(plan, secrets);
    await store.write('a', sourceOf(Buffer.from('x')), admitAll);
    store.close();
    return requests[0];
  }

  test('is reached with the keys of the keystore', async () => {
    const plan = planOf('s3', {
      bucket: 'b',
      endpoint: address(),
      protocol: 'http',
      path_style_access: 'true',
      base_path: 'mine',
      region: 'eu-west-1',
    });
    const request = await written(plan, { ...KEYS, sessionToken: 'session' });
    expect(request?.url?.split('?')[0]).toBe('/b/mine/a');
    expect(request?.headers.authorization).toMatch(/Credential=AKID\/\d+\/eu-west-1\/s3\//);
    expect(request?.headers['x-amz-security-token']).toBe('session');
  });

  test('is reached through the proxy, with what the keystore has for it', async () => {
    const [host = '', port = ''] = address().split(':');
    const plan = planOf(
      's3',
      { bucket: 'backups', endpoint: 'storage.example', protocol: 'http' },
      {
        's3.client.default.proxy.type': 'http',
        's3.client.default.proxy.host': host,
        's3.client.default.proxy.port': port,
      },
    );
    const request = await written(plan, { ...KEYS, proxyUsername: 'me', proxyPassword: 'p@ss:w' });
    expect(request?.url?.split('?')[0]).toBe('http://backups.storage.example/a');
    expect(request?.headers['proxy-authorization']).toBe(AUTHORIZATION);
  });

  const AUTHORIZATION = `Basic ${Buffer.from('me:p@ss:w').toString('base64')}`;

  test.each([
    ['that it names itself', 'proxy.example', '80', undefined],
    ['whose port it names itself', undefined, '80', undefined],
    ['of the node, which it names too', undefined, undefined, AUTHORIZATION],
  ])('shows a proxy %s only what is meant for it', async (_what, nodeHost, nodePort, shown) => {
    const [host = '', port = ''] = address().split(':');
    const own = { 'proxy.host': host, 'proxy.port': port };
    const plan = planOf(
      's3',
      { bucket: 'backups', endpoint: 'storage.example', protocol: 'http', ...own },
      {
        's3.client.default.proxy.type': 'http',
        's3.client.default.proxy.host': nodeHost ?? host,
        's3.client.default.proxy.port': nodePort ?? port,
      },
    );
    const request = await written(plan, { ...KEYS, proxyUsername: 'me', proxyPassword: 'p@ss:w' });
    expect(request?.url?.split('?')[0]).toBe('http://backups.storage.example/a');
    expect(request?.headers['proxy-authorization']).toBe(shown);
  });
});
