/**
 * The time and the randomness a script may ask for: what the reference's allow-list has of them (`System.currentTimeMillis`,
 * `Math.random`, `UUID.randomUUID`, `new Random()`). A thread that runs scripts says once where they come from; a script run before has
 * none.
 */
import type { Clock, CpuClock, Random } from '@skein/base';
import { illegalState } from './throwable.js';

export interface World {
  readonly clock: Clock;
  readonly random: Random;
  /** Without one a run is bounded by its steps alone. */
  readonly cpu?: CpuClock;
}

let world: World | undefined;

/** Where the scripts of this thread have time and randomness from. */
export function provideWorld(given: World): void {
  world = given;
}

function provided(): World {
  if (world === undefined) throw illegalState('scripts were given no clock and no randomness here');
  return world;
}

/** Processor time of the thread, in milliseconds; 0 where nobody counts it. */
export const cpuMs = (): number => world?.cpu?.cpuMs() ?? 0;

/** Milliseconds since the epoch. */
export const nowMs = (): number => provided().clock.nowMs();

/** Nanoseconds since some moment. */
export const monotonicNanos = (): bigint =>
  BigInt(Math.round(provided().clock.monotonicMs() * 1e6));

/** Uniform in [0, 1). */
export const randomFraction = (): number => provided().random.next();

export const randomBytes = (count: number): Uint8Array => provided().random.bytes(count);
