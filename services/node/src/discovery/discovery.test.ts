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

function searching(names: Readonly<Record<string, readonly string[]>>, log: Log = silentLog) {
  const dialled: string[] = [];
  const timers = new ManualTimers();
  const discovery = new Discovery({
    config: {
      isAlone: false,
      seedHosts: Object.keys(names).map((name) => `${name}:9300`),
      readsSeedFile: false,
      initialMasters: [],
    },
    defaultPort: '9300',
    ownAddress: 'own:9300',
    seeds: { lookup: async (host) => names[host] ?? [], readSeedFile: async () => [] },
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
        return Promise.reject(new Error(`nobody at ${address}`));
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
  const { timers, discovery } = searching({ one: ['10.0.0.1'] }, log);
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
