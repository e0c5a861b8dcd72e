/**
 * The resource limits of one run of a script. A run is synchronous, so one meter per thread is
 * enough: `startMeter` resets it, and every loop, call and allocation is charged to it. OpenSearch
 * counts statements per loop; memory and stack are left to the JVM, whose errors are used here.
 */

import { cpuMs } from '../host/world.js';
import { outOfMemory, painlessError, stackOverflow } from './throwable.js';

/**
 * The maximum number of loop iterations of a function, in OpenSearch's count: the last one is
 * refused.
 */
export const MAX_LOOP_TURNS = 1_000_000;
/** The maximum number of nested frames of script functions and lambdas. */
const MAX_DEPTH = 2_000;
/**
 * The maximum number of steps of the whole run: nested lambdas have loop counters of their own, and
 * this limits their product.
 */
const MAX_STEPS = 20_000_000;
/** The maximum number of characters and elements a run may allocate. */
const MAX_UNITS = 32_000_000;
/**
 * The maximum CPU time of a run: each call in a loop may take long, which iterations do not
 * measure.
 */
const MAX_CPU_MS = 800;
/** The charge for an element of a list or an array, in characters. */
export const ELEMENT = 8;

let steps = MAX_STEPS;
let units = MAX_UNITS;
let depth = 0;
/** The CPU time at the first check of the run; negative before it. */
let startedMs = -1;

interface MeterState {
  readonly steps: number;
  readonly units: number;
  readonly depth: number;
  readonly startedMs: number;
}

/** The number of nested runs in progress. */
let running = 0;
/** Units allocated by all completed runs of the thread. */
let allocated = 0;

/**
 * Characters and elements that scripts have allocated so far. A host reads it before and after some
 * runs to bound their allocation.
 */
export function allocatedUnits(): number {
  return allocated;
}

/** Starts a run; the returned state belongs to the enclosing run, if there is one. */
export function startMeter(): MeterState | undefined {
  const before = running === 0 ? undefined : { steps, units, depth, startedMs };
  running++;
  renewMeter();
  return before;
}

export function restoreMeter(state: MeterState | undefined): void {
  running--;
  if (state === undefined) {
    allocated += MAX_UNITS - units;
    // Allocations by hosts between runs are not counted here.
    renewMeter();
    return;
  }
  steps = state.steps;
  units = state.units;
  depth = state.depth;
  startedMs = state.startedMs;
}

/** Resets the meter between two runs. */
export function renewMeter(): void {
  steps = MAX_STEPS;
  units = MAX_UNITS;
  depth = 0;
  startedMs = -1;
}

const LOOP_MESSAGE =
  'The maximum number of statements that can be executed in a loop has been reached.';

export function loopLimit(): never {
  throw painlessError(LOOP_MESSAGE);
}

/** Called at intervals: checks if the run has exceeded its CPU time. */
export function checkTime(): void {
  const now = cpuMs();
  if (startedMs < 0) startedMs = now;
  else if (now - startedMs > MAX_CPU_MS) throw painlessError(LOOP_MESSAGE);
}

/** Charges `count` steps. */
export function spend(count: number): void {
  steps -= count;
  if (steps < 0) exhausted();
}

/** Charges `count` characters or elements of memory. */
export function allocate(count: number): void {
  units -= count;
  steps -= 1;
  if (units < 0 || steps < 0) exhausted();
}

/**
 * Ends a run that has reached a limit. Hosts also use script values between runs, for any length of
 * time: their usage is their own, and is not accumulated from one document to the next.
 */
function exhausted(): void {
  const isOutOfMemory = units < 0;
  if (running === 0) {
    // Inside a function that a value has captured, the limit applies nevertheless.
    const isFunction = depth > 0;
    renewMeter();
    if (!isFunction) return;
  }
  throw isOutOfMemory ? outOfMemory('Java heap space') : painlessError(LOOP_MESSAGE);
}

/**
 * Resets the meter after the engine was stopped in the middle of a run, so that its end was not
 * recorded.
 */
export function abandonRuns(): void {
  running = 0;
  renewMeter();
}

/** Enters a script function; the caller leaves it with `leave`. */
export function enter(): void {
  depth++;
  if (--steps < 0) exhausted();
  if (depth > MAX_DEPTH) throw stackOverflow(null);
}

export function leave(): void {
  depth--;
}
