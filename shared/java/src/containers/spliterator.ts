/** `Spliterator`: an iteration that can be split in half and describes its elements. */

import { JavaObject, type Value } from '../values/value.js';
import type { Comparison } from './order.js';

export const CHARACTERISTICS = {
  DISTINCT: 0x1,
  SORTED: 0x4,
  ORDERED: 0x10,
  SIZED: 0x40,
  NONNULL: 0x100,
  IMMUTABLE: 0x400,
  CONCURRENT: 0x1000,
  SUBSIZED: 0x4000,
} as const;

const MAX_LONG = 0x7fffffffffffffffn;

interface Knowledge {
  readonly className?: string;
  readonly characteristics: number;
  /** The comparator; null for the natural order. */
  readonly comparator?: Value;
  readonly comparison?: Comparison;
  /** The size as the caller gave it, which Java takes as it is. */
  readonly size?: bigint;
}

export class JSpliterator extends JavaObject {
  readonly className: string;
  readonly characteristics: number;
  readonly comparator: Value;
  readonly #knowledge: Knowledge;
  /** The remaining elements, read from the source on first use. */
  #items: readonly Value[] | undefined;
  readonly #source: Iterable<Value>;
  #at = 0;

  constructor(source: Iterable<Value>, knowledge: Knowledge) {
    super();
    this.#source = source;
    this.#knowledge = knowledge;
    this.className = knowledge.className ?? 'java.util.Spliterator';
    this.characteristics = knowledge.characteristics;
    this.comparator = knowledge.comparator ?? null;
  }

  /** Passes the next element to `take`; false if there is none. */
  advance(take: (item: Value) => Value): boolean {
    const item = this.#all()[this.#at];
    if (item === undefined) return false;
    this.#at++;
    take(item);
    return true;
  }

  /** Splits off the first half; null if there are too few elements. */
  split(): JSpliterator | null {
    const items = this.#all();
    const middle = (this.#at + items.length) >>> 1;
    if (this.#at >= middle) return null;
    const first = items.slice(this.#at, middle);
    this.#at = middle;
    const { size: _given, ...knowledge } = this.#knowledge;
    return new JSpliterator(first, knowledge);
  }

  estimate(): bigint {
    const { size } = this.#knowledge;
    if (size !== undefined) return size;
    return this.has(CHARACTERISTICS.SIZED) || this.#items !== undefined
      ? BigInt(this.#all().length - this.#at)
      : MAX_LONG;
  }

  has(characteristics: number): boolean {
    return (this.characteristics & characteristics) === characteristics;
  }

  /** The remaining elements. */
  *rest(): Generator<Value> {
    const items = this.#all();
    for (let item = items[this.#at]; item !== undefined; item = items[this.#at]) {
      this.#at++;
      yield item;
    }
  }

  #all(): readonly Value[] {
    this.#items ??= [...this.#source];
    return this.#items;
  }
}
