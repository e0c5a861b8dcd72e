/**
 * Pending events by time. Events of one moment come in an order drawn from the seed, so that no
 * code relies on an order.
 */
import type { SeededRandom } from './seeded_random.js';

interface Entry<E> {
  readonly timeMs: number;
  readonly tie: number;
  readonly event: E;
}

export class EventHeap<E> {
  readonly #entries: Entry<E>[] = [];
  readonly #random: SeededRandom;
  #nowMs = 0;

  constructor(random: SeededRandom) {
    this.#random = random;
  }

  get nowMs(): number {
    return this.#nowMs;
  }

  get size(): number {
    return this.#entries.length;
  }

  after(delayMs: number, event: E): void {
    const entry = { timeMs: this.#nowMs + delayMs, tie: this.#random.next(), event };
    const entries = this.#entries;
    let i = entries.length;
    entries.push(entry);
    while (i > 0) {
      const parent = (i - 1) >> 1;
      const above = entries[parent];
      if (above === undefined || !isBefore(entry, above)) break;
      entries[i] = above;
      i = parent;
    }
    entries[i] = entry;
  }

  /** Takes the next event and moves the time to it; `undefined` when no event is left. */
  next(): E | undefined {
    const entries = this.#entries;
    const top = entries[0];
    const last = entries.pop();
    if (top === undefined || last === undefined) return undefined;
    if (entries.length > 0) this.#sink(last);
    this.#nowMs = top.timeMs;
    return top.event;
  }

  #sink(entry: Entry<E>): void {
    const entries = this.#entries;
    let i = 0;
    for (;;) {
      const at = 2 * i + 1;
      const [left, right] = [entries[at], entries[at + 1]];
      if (left === undefined) break;
      const next = right !== undefined && isBefore(right, left) ? right : left;
      if (!isBefore(next, entry)) break;
      entries[i] = next;
      i = next === left ? at : at + 1;
    }
    entries[i] = entry;
  }
}

function isBefore(a: Entry<unknown>, b: Entry<unknown>): boolean {
  return a.timeMs < b.timeMs || (a.timeMs === b.timeMs && a.tie < b.tie);
}
