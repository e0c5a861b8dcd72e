/** The addresses that discovery dials, with links that only record them. */
import { type Log, silentLog, type Timers } from '@skein/base';
import type { NodeIdentity } from '../node_links/mod.js';
import { Discovery } from './discovery.js';

/** A manual clock. */
class ManualTimers implements Timers {
  readonly #waiting: { readonly atMs: number; readonly callback: () => void }[] = [];
  #nowMs = 0;

  after(delayMs: number, callback: () => void) {
    const entry = { atMs: this.#nowMs + delayMs, callback };
    this.#waiting.push(entry);
    return { cancel: () => void this.#waiting.splice(this.#waiting.indexOf(entry), 1) };
  }

  async pass(ms: number): Promise<void> {
    const endMs = this.#nowMs + ms;
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      const next = this.#waiting.sort((a, b) => a.atMs - b.atMs)[0];
      if (next === undefined || next.atMs > endMs) break;
      this.#waiting.shift();
      this.#nowMs = next.atMs;
      next.callback();
    }
    this.#nowMs = endMs;
  }
}

interface Surroundings {
  readonly log?: Log;
  readonly readSeedFile?: () => Promise<readonly string[]>;
  readonly answer?: (address: string) => Promise<NodeIdentity>;
}

const nobody = (address: string): Promise<NodeIdentity> =>
  Promise.reject(new Error(`nobody at ${address}`));

function searching(
  names: Readonly<Record<string, readonly string[]>>,
  { log = silentLog, readSeedFile, answer = nobody }: Surroundings = {},
) {
  const dialled: string[] = [];
  const timers = new ManualTimers();
  const discovery = new Discovery({
    config: {
      isAlone: false,
      seedHosts: Object.keys(names).map((name) => `${name}:9300`),
      readsSeedFile: readSeedFile !== undefined,
      initialMasters: [],
    },
    defaultPort: '9300',
    ownAddress: 'own:9300',
    seeds: {
      lookup: async (host) => names[host] ?? [],
      readSeedFile: readSeedFile ?? (async () => []),
    },
    lastKnown: () => ['last:9301'],
    peersChanged: () => {},
    timers,
    log,
    links: {
      localNodeId: 'own',
      nodes: () => [],
      call: () => Promise.reject(new Error('nobody')),
      notify: () => {},
      handle: () => {},
      watch: () => () => {},
      connect: (address: string): Promise<NodeIdentity> => {
        dialled.push(address);
        return answer(address);
      },
    } as ConstructorParameters<typeof Discovery>[0]['links'],
  });
  discovery.search();
  return { dialled, timers, discovery };
}

test('a name of one node is dialled as it is written, one of several by their addresses', async () => {
  const { dialled, timers, discovery } = searching({
    own: ['10.0.0.9'],
    one: ['10.0.0.1'],
    many: ['10.0.0.2', 'fd00::3'],
  });
  await timers.pass(0);
  discovery.stop();
  expect(dialled).toEqual(['one:9300', '10.0.0.2:9300', '[fd00::3]:9300', 'last:9301']);
});

test('a search that finds no master says why, every ten seconds', async () => {
  const complaints: unknown[] = [];
  const log: Log = { ...silentLog, warn: (message, fields) => complaints.push([message, fields]) };
  const { timers, discovery } = searching({ one: ['10.0.0.1'] }, { log });
  await timers.pass(9_000);
  expect(complaints).toEqual([]);
  await timers.pass(2_000);
  discovery.stop();
  expect(complaints).toEqual([
    [
      'no master found yet',
      {
        connected: [],
        unreachable: {
          'one:9300': 'Error: nobody at one:9300',
          'last:9301': 'Error: nobody at last:9301',
        },
      },
    ],
  ]);
});

test('a search complains in time although its first round still waits for an answer', async () => {
  const complaints: string[] = [];
  const log: Log = { ...silentLog, warn: (message) => complaints.push(message) };
  const answer = () => new Promise<NodeIdentity>(() => {});
  const { timers, discovery } = searching({ one: ['10.0.0.1'] }, { log, answer });
  await timers.pass(21_000);
  discovery.stop();
  expect(complaints).toEqual(['no master found yet', 'no master found yet']);
});

test('a search that begins during the last round of another is the only one that goes on', async () => {
  let give: (() => void)[] = [];
  const answer = (address: string) =>
    new Promise<NodeIdentity>((_resolve, reject) => {
      give.push(() => reject(new Error(`nobody at ${address}`)));
    });
  const { dialled, timers, discovery } = searching({}, { answer });
  await timers.pass(0);
  discovery.rest();
  discovery.search();
  await timers.pass(0);
  const answers = give;
  give = [];
  for (const each of answers) each();
  dialled.length = 0;
  await timers.pass(1_000);
  discovery.stop();
  expect(dialled).toEqual(['last:9301']);
});

test('a seed file that cannot be read does not end the search', async () => {
  const warnings: string[] = [];
  const log: Log = { ...silentLog, warn: (message) => warnings.push(message) };
  const readSeedFile = () => Promise.reject(new Error('permission denied'));
  const { dialled, timers, discovery } = searching({}, { log, readSeedFile });
  await timers.pass(0);
  discovery.stop();
  expect(dialled).toEqual(['last:9301']);
  expect(warnings).toEqual(['seed file not read']);
});

test('at the limit of learnt addresses, a new one takes the place of one without a node', async () => {
  const { dialled, timers, discovery } = searching({});
  for (let at = 0; at < 1000; at++) discovery.learn(`old${at}:9300`);
  discovery.learn('early:9300');
  await timers.pass(0);
  discovery.learn('new:9300');
  dialled.length = 0;
  await timers.pass(100);
  discovery.stop();
  expect(dialled).toContain('new:9300');
  expect(dialled).not.toContain('early:9300');
  expect(new Set(dialled).size).toBe(1001);
});
