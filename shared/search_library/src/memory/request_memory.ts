/**
 * The memory that this thread's current piece of work takes, for the `request` breaker: heaps, bit
 * sets, columns of sort keys, tables of automata, and all else that grows with the request. It is
 * counted before it is allocated, and all of it is returned when the work ends, whether it succeeds
 * or fails. A thread does one piece of work at a time, synchronously. A thread that entered no
 * account counts nothing.
 */
import type { BreakerAccount } from './breaker_account.js';

/** Most searches stay below this step and cost one atomic write at the start and one at the end. */
export const REQUEST_STEP_BYTES = 16 * 1024;

let account: BreakerAccount | undefined;

/** Must be called before this thread's first piece of work. */
export function enterRequestMemory(own: BreakerAccount | undefined): void {
  account = own;
}

/** Throws circuit_breaking_exception when there is no room for `bytes` more. */
export function takeMemory(bytes: number, label: string): void {
  if (account !== undefined) account.grow(bytes, label);
}

/** Bytes that the current piece of work has taken so far. */
export function takenMemory(): number {
  return account === undefined ? 0 : account.bytes;
}

/** Returns all but the first `keptBytes` bytes taken; with the default 0, all of them. */
export function giveBackMemory(keptBytes = 0): void {
  if (account !== undefined && account.bytes > keptBytes) account.shrink(account.bytes - keptBytes);
}
