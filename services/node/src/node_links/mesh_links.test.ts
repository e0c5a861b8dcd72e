/** Two nodes over real sockets on loopback. */
import { type Log, silentLog } from '@skein/base';
import { listenForNodes, systemRandom, systemTimers, webSocketNetwork } from '@skein/platform';
import { patientTimers } from '@skein/testkit';
import type { NodeIdentity } from '@skein/transport';
import type { TransportConfig } from '../config/transport_config.js';
import { MeshLinks } from './mesh_links.js';

type Calls = { readonly echo: { readonly request: Uint8Array; readonly reply: Uint8Array } };

const CONFIG: TransportConfig = {
  hosts: ['127.0.0.1'],
  isHostGiven: false,
  port: '0',
  publishHost: undefined,
  publishPort: undefined,
  secrets: [],
  secretFile: undefined,
  tls: undefined,
  allowsPlain: false,
};
const opened: MeshLinks<Calls>[] = [];

afterEach(async () => {
  for (const links of opened.splice(0)) await links.stop();
});

async function linksOf(
  nodeId: string,
  options: { readonly secret?: string; readonly config?: Partial<TransportConfig> } = {},
): Promise<MeshLinks<Calls>> {
  const links = await MeshLinks.start<Calls>({
    config: { ...CONFIG, ...options.config },
    network: {
      network: webSocketNetwork(),
      listen: listenForNodes,
      secrets: options.secret === undefined ? [] : [options.secret],
      ownSecret: { isThere: () => false, read: async () => 'made' },
      hasTls: false,
    },
    isAlone: false,
    looksForOthers: false,
    routes: { echo: { channel: 'reg', timeoutMs: 5000 } },
    timers: patientTimers(systemTimers),
    random: systemRandom,
    log: silentLog satisfies Log,
    identify: ({ publishAddress }) => identityOf(nodeId, publishAddress),
  });
  opened.push(links);
  return links;
}

function identityOf(nodeId: string, address: string): Omit<NodeIdentity, 'clusterUuid'> {
  return {
    clusterName: 'links',
    nodeId,
    ephemeralId: `e-${nodeId}`,
    name: nodeId,
    roles: ['master'],
    attributes: {},
    address,
    httpAddress: '127.0.0.1:9200',
    wire: { min: 1, max: 1 },
    index: { min: 1, max: 1 },
    version: '0.1.0',
  };
}

it('calls a node, and itself without a copy', async () => {
  const [one, two] = [await linksOf('one'), await linksOf('two')];
  const heard = new Promise<string>((resolve) => {
    two.watch({ heard: (node) => resolve(node.address) });
  });
  for (const links of [one, two]) links.handle('echo', (request) => request);
  expect(await one.connect(two.facts.publishAddress)).toMatchObject({ nodeId: 'two' });
  expect(await heard).toBe(one.facts.publishAddress);
  expect([...(await one.call('two', 'echo', Uint8Array.of(1, 2)))]).toEqual([1, 2]);
  const bytes = Uint8Array.of(3);
  expect(await one.call('one', 'echo', bytes)).toBe(bytes);
  expect(one.nodes().map(({ nodeId }) => nodeId)).toEqual(['two']);
});

it('lets in those who know the secret', async () => {
  const one = await linksOf('one', { secret: 'a' });
  const two = await linksOf('two', { secret: 'a' });
  const three = await linksOf('three', { secret: 'b' });
  await expect(three.connect(one.facts.publishAddress)).rejects.toThrow('secret');
  await expect(two.connect(one.facts.publishAddress)).resolves.toMatchObject({ nodeId: 'one' });
});

it('refuses nodes of another cluster', async () => {
  const [one, two] = [await linksOf('one'), await linksOf('two')];
  one.belongTo('uuid-1');
  two.belongTo('uuid-2');
  await expect(two.connect(one.facts.publishAddress)).rejects.toThrow('cluster uuid');
});

it('says where others reach it', async () => {
  const published = { publishHost: 'node.example', publishPort: '9300' };
  const links = await linksOf('one', { config: published });
  expect(links.facts.publishAddress).toBe('node.example:9300');
  expect(links.facts.boundAddresses[0]).toMatch(/^127\.0\.0\.1:\d+$/);
});

it('does not listen beyond loopback without encryption', async () => {
  await expect(linksOf('one', { config: { hosts: ['0.0.0.0'] } })).rejects.toThrow(
    'without encryption',
  );
});
