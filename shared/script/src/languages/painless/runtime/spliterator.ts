/** `Spliterator`: a walk that can be halved, and says what it knows of its elements. */
import type { Comparison } from './order.js';
import { JavaObject, type Value } from './value.js';

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
  /** What it is sorted by; null: the natural order. */
  readonly comparator?: Value;
  readonly comparison?: Comparison;
}

export class JSpliterator extends JavaObject {
  readonly className: string;
  readonly characteristics: number;
  readonly comparator: Value;
  readonly #knowledge: Knowledge;
  /** Elements not walked yet; taken from the source when they are first asked for. */
  #items: readonly unknown[] | undefined;
  readonly #source: Iterable<unknown>;
  #at = 0;

  constructor(source: Iterable<unknown>, knowledge: Knowledge) {
    super();
    this.#source = source;
    this.#knowledge = knowledge;
    this.className = knowledge.className ?? 'java.util.Spliterator';
    this.characteristics = knowledge.characteristics;
    this.comparator = knowledge.comparator ?? null;
  }

  /** The next element goes to `take`; false: there is none. */
  advance(take: (item: unknown) => unknown): boolean {
    const items = this.#all();
    if (this.#at >= items.length) return false;
    take(items[this.#at++]);
    return true;
  }

  /** Gives away the first half; null: there is too little. */
  split(): JSpliterator | null {
    const items = this.#all();
    const middle = (this.#at + items.length) >>> 1;
    if (this.#at >= middle) return null;
    const first = items.slice(this.#at, middle);
    this.#at = middle;
    return new JSpliterator(first, this.#knowledge);
  }

  estimate(): bigint {
    return this.has(CHARACTERISTICS.SIZED) || this.#items !== undefined
      ? BigInt(this.#all().length - this.#at)
      : MAX_LONG;
  }

  has(characteristics: number): boolean {
    return (this.characteristics & characteristics) === characteristics;
  }

  /** The elements that are left. */
  *rest(): Generator<unknown> {
    const items = this.#all();
    while (this.#at < items.length) yield items[this.#at++];
  }

  #all(): readonly unknown[] {
    this.#items ??= [...this.#source];
    return this.#items;
  }
}
