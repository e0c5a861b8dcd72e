/** Points in time held for other nodes, and those held by them: none outlives its use. */
import type { Timers } from '@skein/base';
import type { PinnedShard } from '../shard_host/mod.js';
import { HeldPins } from './held_pins.js';
import { RemotePins } from './remote_pins.js';

function setUp() {
  let nowMs = 0;
  const waiting = new Set<{ readonly atMs: number; readonly callback: () => void }>();
  const timers: Timers = {
    after: (delayMs, callback) => {
      const timer = { atMs: nowMs + delayMs, callback };
      waiting.add(timer);
      return { cancel: () => void waiting.delete(timer) };
    },
  };
  const pass = (ms: number) => {
    const endMs = nowMs + ms;
    for (;;) {
      const [next] = [...waiting].sort((a, b) => a.atMs - b.atMs);
      if (next === undefined || next.atMs > endMs) break;
      waiting.delete(next);
      nowMs = next.atMs;
      next.callback();
    }
    nowMs = endMs;
  };
  const pins = { open: 0 };
  const pin = (): PinnedShard => {
    pins.open++;
    return { release: () => pins.open-- } as unknown as PinnedShard;
  };
  const clock = { nowMs: () => 0, monotonicMs: () => nowMs };
  return { held: new HeldPins({ clock, timers }), pin, pins, pass, timers, waiting };
}

test('a pin is its owner’s alone, and gone once released', async () => {
  const { held, pin, pins } = setUp();
  const name = held.hold(pin(), 'owner');
  const use = (owner: string) => held.use(name, owner, async () => 'used');
  expect(await use('owner')).toBe('used');
  await expect(use('other')).rejects.toMatchObject({ type: 'search_context_missing_exception' });
  held.release([name], 'other');
  expect(pins.open).toBe(1);
  held.release([name], 'owner');
  expect(pins.open).toBe(0);
  await expect(use('owner')).rejects.toMatchObject({ status: 404 });
});

test('a pin nobody keeps ends; one that is kept, or at work, does not', async () => {
  const { held, pin, pins, pass, waiting } = setUp();
  held.hold(pin(), 'owner');
  const kept = held.hold(pin(), 'owner');
  const used = held.hold(pin(), 'owner');
  let finish = () => {};
  const work = held.use(used, 'owner', () => new Promise<void>((done) => (finish = done)));
  pass(80_000);
  held.keep([kept], 'owner');
  pass(30_000);
  expect(pins.open).toBe(2);
  finish();
  await work;
  held.release([kept], 'owner');
  pass(120_000);
  expect(pins.open).toBe(0);
  expect(waiting.size).toBe(0);
});

test('the pins of a process end with it, all of them with the node', () => {
  const { held, pin, pins } = setUp();
  for (const owner of ['a', 'a', 'b', 'c']) held.hold(pin(), owner);
  held.releaseAllOf('a');
  expect(pins.open).toBe(2);
  held.stop();
  expect(pins.open).toBe(0);
});

test('there are never more than so many', () => {
  const { held, pin } = setUp();
  for (let i = 0; i < 10_000; i++) held.hold(pin(), 'a');
  expect(() => held.hold(pin(), 'b')).toThrow('rejected: [10000] points in time are held');
  expect(held.count).toBe(10_000);
});

test('pins that others hold are kept alive while they are open, and only then', () => {
  const { pass, timers, waiting } = setUp();
  const told: string[] = [];
  const notify = (nodeId: string, name: string, { pins }: { pins: readonly string[] }) =>
    told.push(`${name} ${nodeId}: ${pins.join(' ')}`);
  const remote = new RemotePins({ notify } as never, timers);
  remote.opened('n', '1');
  remote.opened('n', '2');
  remote.opened('m', '1');
  pass(30_000);
  expect(told.splice(0)).toEqual(['shard/keep n: 1 2', 'shard/keep m: 1']);
  remote.release('n', '1');
  remote.lost('m');
  expect([remote.has('n', '1'), remote.has('n', '2'), remote.has('m', '1')]).toEqual([
    false,
    true,
    false,
  ]);
  pass(30_000);
  expect(told.splice(0)).toEqual(['shard/release n: 1', 'shard/keep n: 2']);
  remote.release('n', '2');
  pass(60_000);
  expect(told).toEqual(['shard/release n: 2']);
  expect(remote.count).toBe(0);
  expect(waiting.size).toBe(0);
});
