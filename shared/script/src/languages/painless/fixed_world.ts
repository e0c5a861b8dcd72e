/** A world for tests: the clock is fixed, and random numbers come from a seed. */
import type { World } from '@skein/java';

export function fixedWorld(): World {
  let seed = 1;
  const next = (): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return seed / 2 ** 31;
  };
  return {
    clock: { nowMs: () => 1_700_000_000_000, monotonicMs: () => 1_000 },
    random: {
      next,
      bytes: (count) => Uint8Array.from({ length: count }, () => Math.floor(next() * 256)),
    },
  };
}
