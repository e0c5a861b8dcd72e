/**
 * The memory that the piece of work this thread is at takes, for the `request` breaker: heaps, bit sets, columns of sort keys, tables of automata,
 * whatever grows with what is asked. It is counted before it is taken, and all of it given back when the work is over, however that ends:
 * work is synchronous, and one at a time. A thread that entered no account counts nothing.
 */
import type { BreakerAccount } from './breaker_account.js';

/** What most searches stay below: one atomic write when they begin and one when they end. */
export const REQUEST_STEP_BYTES = 16 * 1024;

let account: BreakerAccount | undefined;

/** To be called before this thread's first piece of work. */
export function enterRequestMemory(own: BreakerAccount | undefined): void {
  account = own;
}

/** Throws circuit_breaking_exception when there is no room for so much more. */
export function takeMemory(bytes: number, label: string): void {
  if (account !== undefined) account.grow(bytes, label);
}

/** What this piece of work has taken so far. */
export function takenMemory(): number {
  return account === undefined ? 0 : account.bytes;
}

/** All but the first `keptBytes` that were taken go back: all of it when the piece of work is over. */
export function giveBackMemory(keptBytes = 0): void {
  if (account !== undefined && account.bytes > keptBytes) account.shrink(account.bytes - keptBytes);
}
