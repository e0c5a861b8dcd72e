import { LightShard } from './light_shard.js';

/** Number of searches before one may be tried. */
function pauseOf(shard: LightShard): number {
  for (let passed = 0; ; passed++) if (shard.isReady()) return passed;
}

test('the first searches of a shard go to threads', () => {
  expect(pauseOf(new LightShard())).toBe(8);
});

test('each search in vain makes the pause longer, up to a limit, and many good ones shorter', () => {
  const shard = new LightShard();
  pauseOf(shard);
  const pauses = Array.from({ length: 9 }, () => {
    shard.failed('light');
    return pauseOf(shard);
  });
  expect(pauses).toEqual([4, 8, 16, 32, 64, 128, 256, 512, 512]);
  for (let good = 0; good < 64 * 3; good++) shard.succeeded('light');
  shard.failed('light');
  expect(pauseOf(shard)).toBe(64);
});

test('bodies that were read to no use, several in a row, have the next go to threads unread', () => {
  const shard = new LightShard();
  pauseOf(shard);
  const pauses = Array.from({ length: 9 }, () => {
    shard.wasHeavy();
    return pauseOf(shard);
  });
  expect(pauses).toEqual([0, 0, 2, 4, 8, 16, 32, 32, 32]);
});

test('one light search ends such a run', () => {
  const shard = new LightShard();
  pauseOf(shard);
  for (const _ of Array(5)) shard.wasHeavy();
  shard.succeeded('light');
  expect(pauseOf(shard)).toBe(8);
  shard.wasHeavy();
  expect(pauseOf(shard)).toBe(0);
});

test('moderate searches in vain leave light ones alone', () => {
  const shard = new LightShard();
  pauseOf(shard);
  const pauses = Array.from({ length: 3 }, () => {
    shard.failed('moderate');
    expect(shard.isReady()).toBe(true);
    expect(shard.mayTry('light')).toBe(true);
    for (let passed = 0; ; passed++) if (shard.mayTry('moderate')) return passed;
  });
  expect(pauses).toEqual([4, 8, 16]);
});

test('hits are read here while searches are tried here, which asking does not count', () => {
  const shard = new LightShard();
  pauseOf(shard);
  expect(shard.isTrying('moderate')).toBe(true);
  shard.failed('moderate');
  expect([shard.isTrying('light'), shard.isTrying('moderate')]).toEqual([true, false]);
  shard.failed('light');
  expect(shard.isTrying('light')).toBe(false);
  expect(shard.isTrying('light')).toBe(false);
  expect(pauseOf(shard)).toBe(4);
  expect(shard.isTrying('light')).toBe(true);
});

test('an index that cannot be searched here is not tried again, whatever fails', () => {
  const shard = new LightShard();
  pauseOf(shard);
  shard.avoid();
  shard.failed('light');
  expect(Array.from({ length: 1000 }, () => shard.isReady())).not.toContain(true);
  expect(shard.isTrying('light')).toBe(false);
});
