/**
 * The time and randomness that scripts can access, as allowed by OpenSearch's whitelist
 * (`System.currentTimeMillis`, `Math.random`, `UUID.randomUUID`, `new Random()`). A thread that
 * runs scripts sets the source once; scripts run earlier have none.
 */
import type { Clock, CpuClock, Random } from '@skein/base';
import { illegalState } from '../values/throwable.js';

export interface World {
  readonly clock: Clock;
  readonly random: Random;
  /** The CPU clock; without one, a run is limited by its steps only. */
  readonly cpu?: CpuClock;
}

let world: World | undefined;

/** Sets the source of time and randomness for this thread's scripts. */
export function provideWorld(given: World): void {
  world = given;
}

function provided(): World {
  if (world === undefined) throw illegalState('scripts were given no clock and no randomness here');
  return world;
}

/** The thread's CPU time in milliseconds; 0 without a clock. */
export const cpuMs = (): number => world?.cpu?.cpuMs() ?? 0;

/** Milliseconds since the epoch. */
export const nowMs = (): number => provided().clock.nowMs();

/** Nanoseconds since an arbitrary moment. */
export const monotonicNanos = (): bigint =>
  BigInt(Math.round(provided().clock.monotonicMs() * 1e6));

/** Uniform in [0, 1). */
export const randomFraction = (): number => provided().random.next();

export const randomBytes = (count: number): Uint8Array => provided().random.bytes(count);
