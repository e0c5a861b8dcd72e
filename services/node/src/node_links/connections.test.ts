import { silentLog, type TimerHandle, type Timers } from '@skein/base';
import { ApiError } from '@skein/errors';
import { Connections } from './connections.js';
import type { NodeIdentity } from './mod.js';

class ManualTimers implements Timers {
  readonly #pending = new Set<() => void>();

  after(_delayMs: number, callback: () => void): TimerHandle {
    this.#pending.add(callback);
    return { cancel: () => this.#pending.delete(callback) };
  }

  /** Runs everything requested so far. */
  async pass(): Promise<void> {
    for (const callback of [...this.#pending]) if (this.#pending.delete(callback)) callback();
    await new Promise(setImmediate);
  }
}

function made() {
  const timers = new ManualTimers();
  const there = new Set<string>();
  const asked: string[] = [];
  const links = {
    localNodeId: 'self',
    nodes: () => [...there].map((ephemeralId) => ({ ephemeralId }) as NodeIdentity),
    connect: async (address: string) => {
      asked.push(address);
      if (address.startsWith('down')) throw new ApiError('connect_transport_exception', 'down');
      there.add(`e-${address}`);
      return { nodeId: address } as NodeIdentity;
    },
  };
  return { timers, there, asked, connections: new Connections({ links, timers, log: silentLog }) };
}

const wanted = (id: string) => ({ id, ephemeralId: `e-${id}`, transportAddress: id });

it('connects to what is new, not to itself', async () => {
  const { connections, asked } = made();
  await connections.keep([wanted('self'), wanted('a'), wanted('b')]);
  expect(asked).toEqual(['a', 'b']);
  await connections.keep([wanted('self'), wanted('a'), wanted('b')]);
  expect(asked).toEqual(['a', 'b']);
});

it('a node that cannot be reached does not hold up later states, and is tried again', async () => {
  const { connections, asked, timers } = made();
  await connections.keep([wanted('down')]);
  await connections.keep([wanted('down')]);
  expect(asked).toEqual(['down']);
  await timers.pass();
  await timers.pass();
  expect(asked.length).toBeGreaterThan(1);
});

it('a link that is lost later is made again, until the node is stopped', async () => {
  const { connections, asked, timers, there } = made();
  await connections.keep([wanted('a')]);
  there.clear();
  await timers.pass();
  expect(asked).toEqual(['a', 'a']);
  connections.stop();
  there.clear();
  await timers.pass();
  expect(asked).toEqual(['a', 'a']);
});
