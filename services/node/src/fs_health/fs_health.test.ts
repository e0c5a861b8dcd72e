import { silentLog } from '@skein/base';
import { unrecoveredState } from '@skein/cluster';
import { FsHealth } from './fs_health.js';

/** A manual clock, and timers that fire when it moves. */
class World {
  nowMs = 0;
  /** The behavior of the next write. */
  write: () => Promise<void> = async () => {};
  readonly told: boolean[] = [];
  readonly #timers = new Map<object, { readonly atMs: number; readonly run: () => void }>();
  readonly health: FsHealth;

  constructor(settings: Readonly<Record<string, string>> = {}) {
    const state = {
      ...unrecoveredState('test'),
      configuredSettings: new Map(Object.entries(settings)),
    };
    this.health = new FsHealth({
      clock: { nowMs: () => this.nowMs, monotonicMs: () => this.nowMs },
      timers: {
        after: (delayMs, run) => {
          const handle = { cancel: () => void this.#timers.delete(handle) };
          this.#timers.set(handle, { atMs: this.nowMs + delayMs, run });
          return handle;
        },
      },
      log: silentLog,
      tryDataPath: () => this.write(),
      intervalMs: 1000,
      state: () => state,
      onChange: (isHealthy) => this.told.push(isHealthy),
    });
  }

  async pass(ms: number): Promise<void> {
    this.nowMs += ms;
    for (const [handle, { atMs, run }] of [...this.#timers]) {
      if (atMs > this.nowMs) continue;
      this.#timers.delete(handle);
      run();
    }
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  }
}

it('a data path that refuses a write makes the node unhealthy until one succeeds', async () => {
  const world = new World();
  await world.health.start();
  expect(world.told).toEqual([true]);
  world.write = () => Promise.reject(new Error('EROFS: read-only file system'));
  await world.pass(1000);
  await world.pass(1000);
  expect(world.told).toEqual([true, false]);
  world.write = async () => {};
  await world.pass(1000);
  expect(world.told).toEqual([true, false, true]);
});

it('a write that hangs makes it unhealthy before it ends', async () => {
  const world = new World({ 'monitor.fs.health.healthy_timeout_threshold': '60s' });
  let end = () => {};
  world.write = () =>
    new Promise((resolve) => {
      end = resolve;
    });
  const started = world.health.start();
  await world.pass(60_000);
  expect(world.told).toEqual([false]);
  end();
  await started;
  expect(world.told).toEqual([false]);
  world.write = async () => {};
  await world.pass(1000);
  expect(world.told).toEqual([false, true]);
});

it('is not checked when the setting says so', async () => {
  const world = new World({ 'monitor.fs.health.enabled': 'false' });
  world.write = () => Promise.reject(new Error('never asked'));
  await world.health.start();
  expect(world.told).toEqual([true]);
});

it('tells nothing once it is stopped', async () => {
  const world = new World();
  await world.health.start();
  world.health.stop();
  world.write = () => Promise.reject(new Error('too late'));
  await world.pass(5000);
  expect(world.told).toEqual([true]);
});
