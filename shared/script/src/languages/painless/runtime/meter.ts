/**
 * What one run of a script may use. A run is synchronous, so one meter of the thread is enough: `start` sets it, every loop, call
 * and allocation takes from it. The reference counts statements a loop; memory and stack it leaves to the JVM, whose errors
 * these are.
 */
import { outOfMemory, painlessError, stackOverflow } from './throwable.js';
import { cpuMs } from './world.js';

/** Loop turns a function may take, as the reference counts them: the last one is refused. */
export const MAX_LOOP_TURNS = 1_000_000;
/** Frames of script functions and lambdas. */
const MAX_DEPTH = 2_000;
/** Steps of the whole run: nested lambdas each have loop counters of their own, this bounds their product. */
const MAX_STEPS = 20_000_000;
/** Characters and elements a run may allocate. */
const MAX_UNITS = 32_000_000;
/** Processor time of a run: the calls of a loop may each be long, which its turns do not tell. */
const MAX_CPU_MS = 800;
/** What an element of a list or an array counts, in characters. */
export const ELEMENT = 8;

let steps = MAX_STEPS;
let units = MAX_UNITS;
let depth = 0;
/** Processor time when the run was first looked at; negative: it was not yet. */
let startedMs = -1;

export interface MeterState {
  readonly steps: number;
  readonly units: number;
  readonly depth: number;
  readonly startedMs: number;
}

/** Runs in progress, one inside the other. */
let running = 0;
/** By all runs of the thread that are over. */
let allocated = 0;

/** Characters and elements that scripts have allocated so far: what a host asks before and after to know what some runs took at most. */
export function allocatedUnits(): number {
  return allocated;
}

/** Begins a run; the state given back belongs to the run around it, if there is one. */
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
    // What hosts make of values between runs is theirs.
    renewMeter();
    return;
  }
  steps = state.steps;
  units = state.units;
  depth = state.depth;
  startedMs = state.startedMs;
}

/** The run at hand ended and another begins. */
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

/** Now and then: whether the run has had its time. */
export function checkTime(): void {
  const now = cpuMs();
  if (startedMs < 0) startedMs = now;
  else if (now - startedMs > MAX_CPU_MS) throw painlessError(LOOP_MESSAGE);
}

/** Takes `count` steps of work. */
export function spend(count: number): void {
  steps -= count;
  if (steps < 0) exhausted();
}

/** Takes `count` characters or elements of memory. */
export function allocate(count: number): void {
  units -= count;
  steps -= 1;
  if (units < 0 || steps < 0) exhausted();
}

/**
 * A run has had what it may use. Hosts work on the values of scripts between runs too, and may go on for ever: what they take there is theirs, and is
 * not counted from one document to the next.
 */
function exhausted(): void {
  const isOutOfMemory = units < 0;
  if (running === 0) {
    // Within a function of a script, which a value has kept, there is an end all the same.
    const isFunction = depth > 0;
    renewMeter();
    if (!isFunction) return;
  }
  throw isOutOfMemory ? outOfMemory('Java heap space') : painlessError(LOOP_MESSAGE);
}

/** The engine was stopped in the middle of a run, whose end nobody has told: none is under way. */
export function abandonRuns(): void {
  running = 0;
  renewMeter();
}

/** A script function begins; the caller ends it with `leave`. */
export function enter(): void {
  depth++;
  if (--steps < 0) exhausted();
  if (depth > MAX_DEPTH) throw stackOverflow(null);
}

export function leave(): void {
  depth--;
}
