import { LightShard } from './light_shard.js';

/** How many searches pass before one may be tried. */
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
    shard.failed();
    return pauseOf(shard);
  });
  expect(pauses).toEqual([4, 8, 16, 32, 64, 128, 256, 512, 512]);
  for (let good = 0; good < 64 * 3; good++) shard.succeeded();
  shard.failed();
  expect(pauseOf(shard)).toBe(64);
});
