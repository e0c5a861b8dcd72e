/**
 * Counters of script events by context, in memory that the threads of a node share: all threads add
 * to the same counters, so readers need not sum them up.
 */
import { expectDefined } from '@skein/base';
import { scriptContexts } from './contexts/registry.js';
import type { ScriptEvent, ScriptStats } from './script_cache.js';

const EVENTS: readonly ScriptEvent[] = [
  'compilations',
  'cache_evictions',
  'compilation_limit_triggered',
];
const CONTEXTS = scriptContexts()
  .map(({ name }) => name)
  .sort();

export class ScriptCounters {
  readonly memory: SharedArrayBuffer;
  readonly #counts: Int32Array;

  /** `memory` belongs to another instance, if both count together. */
  constructor(memory = new SharedArrayBuffer(CONTEXTS.length * EVENTS.length * 4)) {
    this.memory = memory;
    this.#counts = new Int32Array(memory);
  }

  count(context: string, event: ScriptEvent): void {
    const row = CONTEXTS.indexOf(context);
    if (row >= 0) Atomics.add(this.#counts, row * EVENTS.length + EVENTS.indexOf(event), 1);
  }

  byContext(): readonly (readonly [context: string, ScriptStats])[] {
    return CONTEXTS.map((name, row) => [name, this.#stats(row)]);
  }

  #stats(row: number): ScriptStats {
    const [compilations, evictions, limits] = EVENTS.map((_, i) =>
      Atomics.load(this.#counts, row * EVENTS.length + i),
    );
    return {
      compilations: expectDefined(compilations, 'a counter'),
      cache_evictions: expectDefined(evictions, 'a counter'),
      compilation_limit_triggered: expectDefined(limits, 'a counter'),
    };
  }
}
