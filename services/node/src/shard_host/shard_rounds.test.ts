/** Shards that only count their maintenance, with a manual clock. */
import { type MaintainedShard, ShardRounds } from './shard_rounds.js';

class CountedShard implements MaintainedShard {
  maintained = 0;
  ticks = 0;
  rests = 0;
  isBusy = false;
  dueMs: number | undefined;

  maintain(): void {
    this.maintained++;
  }

  tick(): void {
    this.ticks++;
  }

  rest(): void {
    this.rests++;
  }

  nextDueMs(): number | undefined {
    return this.dueMs;
  }
}

function setUp() {
  let nowMs = 0;
  let timer: { readonly atMs: number; readonly callback: () => void } | undefined;
  const rounds = new ShardRounds<CountedShard>({
    clock: { nowMs: () => nowMs, monotonicMs: () => nowMs },
    timers: {
      after: (delayMs, callback) => {
        expect(timer).toBeUndefined();
        timer = { atMs: nowMs + delayMs, callback };
        return {
          cancel: () => {
            timer = undefined;
          },
        };
      },
    },
    shardInactiveMs: 1000,
    onTick: () => {},
    roundOver: () => {},
  });
  /** Returns how often the thread was woken. */
  const pass = (ms: number) => {
    const endMs = nowMs + ms;
    let woken = 0;
    while (timer !== undefined && timer.atMs <= endMs) {
      const { atMs, callback } = timer;
      timer = undefined;
      nowMs = atMs;
      woken++;
      callback();
    }
    nowMs = endMs;
    return woken;
  };
  return { rounds, pass, now: () => nowMs };
}

test('a shard that was asked for something is looked after for a while; then nothing wakes the thread', () => {
  const { rounds, pass } = setUp();
  const [one, other] = [new CountedShard(), new CountedShard()];
  rounds.wake(one);
  pass(3000);
  expect(one).toMatchObject({ maintained: 30, ticks: 3, rests: 0 });
  rounds.wake(other);
  pass(10_000);
  expect([one.rests, other.rests]).toEqual([1, 1]);
  expect([...rounds.attended()]).toEqual([]);
  expect(pass(3_600_000)).toBe(0);
});

test('a busy shard stays awake until it is not', () => {
  const { rounds, pass } = setUp();
  const shard = new CountedShard();
  shard.isBusy = true;
  rounds.wake(shard);
  pass(60_000);
  expect(shard).toMatchObject({ maintained: 600, rests: 0 });
  shard.isBusy = false;
  pass(100);
  expect(shard.rests).toBe(1);
  expect(pass(3_600_000)).toBe(0);
});

test('a sleeping shard is looked after when something is due, and when it is asked', () => {
  const { rounds, pass, now } = setUp();
  const shard = new CountedShard();
  shard.dueMs = 300_000;
  rounds.wake(shard);
  pass(10_000);
  const { maintained } = shard;
  expect([...rounds.attended()]).toEqual([shard]);
  expect(pass(shard.dueMs - now() - 1)).toBe(0);
  shard.dueMs = undefined;
  expect(pass(1)).toBe(1);
  expect(shard).toMatchObject({ maintained: maintained + 1, rests: 2 });
  expect(pass(3_600_000)).toBe(0);
  rounds.wake(shard);
  pass(1000);
  expect(shard.maintained).toBe(maintained + 11);
});

test('what is due at once is done now and then, not all the time', () => {
  const { rounds, pass } = setUp();
  const shard = new CountedShard();
  shard.dueMs = 0;
  rounds.wake(shard);
  pass(10_000);
  expect(pass(60_000)).toBe(12);
});

test('a shard that is gone is forgotten', () => {
  const { rounds, pass } = setUp();
  const [gone, asleep] = [new CountedShard(), new CountedShard()];
  asleep.dueMs = 60_000;
  rounds.wake(gone);
  rounds.wake(asleep);
  pass(10_000);
  rounds.wake(gone);
  rounds.forget(gone);
  rounds.forget(asleep);
  const { maintained } = asleep;
  pass(120_000);
  expect(asleep.maintained).toBe(maintained);
  expect([...rounds.attended()]).toEqual([]);
});
