/**
 * Iterators, streams, optionals, collectors. A stream is lazy; its elements have the form of its
 * kind.
 */

import { CompensatedSum } from '../numbers/compensated_sum.js';
import { decimalText } from '../numbers/decimal_digits.js';
import { checkTime, spend } from '../values/meter.js';
import { classCast, illegalState, noSuchElement } from '../values/throwable.js';
import {
  classNameOf,
  equalValues,
  hashOf,
  JavaObject,
  JDouble,
  keyText,
  textOf,
  type Value,
} from '../values/value.js';
import type { JFunction } from './container_types.js';
import type { Removing } from './removing.js';

export class JIterator extends JavaObject {
  readonly className: string = 'java.util.Iterator';
  readonly #source: Iterator<Value> & Partial<Removing>;
  #next: IteratorResult<Value> | undefined;
  /** True if the element that was given last is still there. */
  #canRemove = false;

  constructor(source: Iterator<Value> & Partial<Removing>) {
    super();
    this.#source = source;
  }

  hasNext(): boolean {
    return this.#source.hasMore?.() ?? this.#peek().done !== true;
  }

  next(): Value {
    const next = this.#peek();
    if (next.done === true) throw noSuchElement(null);
    this.#next = undefined;
    this.#canRemove = true;
    return next.value;
  }

  #peek(): IteratorResult<Value> {
    this.#next ??= this.#source.next();
    return this.#next;
  }

  remove(): void {
    if (this.#source.remove === undefined || !this.#canRemove) throw illegalState(null);
    this.#source.remove();
    this.#canRemove = false;
  }

  native(): Iterator<Value> {
    return {
      next: () =>
        this.hasNext() ? { done: false, value: this.next() } : { done: true, value: null },
    };
  }
}

/** `PrimitiveIterator.OfInt` and similar classes. */
export class PrimitiveIterator extends JIterator {
  override readonly className: string;

  constructor(kind: 'Int' | 'Long' | 'Double', source: Iterator<Value>) {
    super(source);
    this.className = `java.util.PrimitiveIterator$Of${kind}`;
  }
}

export type StreamKind =
  | 'java.util.stream.Stream'
  | 'java.util.stream.IntStream'
  | 'java.util.stream.LongStream'
  | 'java.util.stream.DoubleStream';

export class JStream extends JavaObject {
  readonly className: StreamKind;
  #items: Iterable<Value> | undefined;

  constructor(items: Iterable<Value>, kind: StreamKind = 'java.util.stream.Stream') {
    super();
    this.#items = items;
    this.className = kind;
  }

  /** Returns the elements; a stream can be used once. */
  take(): Iterable<Value> {
    const items = this.#items;
    if (items === undefined) throw illegalState('stream has already been operated upon or closed');
    this.#items = undefined;
    return metered(items);
  }

  /** Makes the stream unusable. */
  close(): void {
    this.#items = undefined;
  }

  list(): Value[] {
    return [...this.take()];
  }

  /** A stream of the same kind over other elements. */
  over(
    change: (items: Iterable<Value>) => Iterable<Value>,
    kind: StreamKind = this.className,
  ): JStream {
    return new JStream(change(this.take()), kind);
  }

  map(fn: (value: Value) => Value, kind: StreamKind = this.className): JStream {
    return this.over((items) => mapped(items, fn), kind);
  }
}

/** The number of elements of a stream between two checks of the CPU time; a power of two. */
const CHECK_INTERVAL = 4096;

function* metered(items: Iterable<Value>): Generator<Value> {
  let count = 0;
  for (const item of items) {
    spend(1);
    if ((++count & (CHECK_INTERVAL - 1)) === 0) checkTime();
    yield item;
  }
}

function* mapped(items: Iterable<Value>, fn: (value: Value) => Value): Generator<Value> {
  for (const item of items) yield fn(item);
}

export function* filtered(
  items: Iterable<Value>,
  keep: (value: Value) => boolean,
): Generator<Value> {
  for (const item of items) if (keep(item)) yield item;
}

export function* limited(items: Iterable<Value>, count: number): Generator<Value> {
  if (count <= 0) return;
  let left = count;
  for (const item of items) {
    yield item;
    if (--left <= 0) return;
  }
}

export function* skipped(items: Iterable<Value>, count: number): Generator<Value> {
  let left = count;
  for (const item of items) if (--left < 0) yield item;
}

export function* flattened(items: Iterable<Value>, fn: (value: Value) => Value): Generator<Value> {
  for (const item of items) {
    const inner = fn(item);
    if (inner === null) continue;
    if (!(inner instanceof JStream)) throw notAStream(inner);
    yield* inner.take();
  }
}

function notAStream(value: Value): object {
  const name = value === null ? 'null' : classNameOf(value);
  return classCast(`class ${name} cannot be cast to class java.util.stream.Stream`);
}

export function* range(from: number, to: number): Generator<number> {
  for (let i = from; i < to; i++) yield i;
}

export function* peeked(items: Iterable<Value>, look: (value: Value) => void): Generator<Value> {
  for (const item of items) {
    look(item);
    yield item;
  }
}

export class JOptional extends JavaObject {
  readonly className: string;
  readonly isPresent: boolean;
  readonly held: Value;
  readonly shown: (value: Value) => string;

  constructor(
    items: readonly Value[],
    className = 'java.util.Optional',
    shown: (value: Value) => string = textOf,
  ) {
    super();
    this.className = className;
    this.isPresent = items.length > 0;
    this.held = items[0] ?? null;
    this.shown = shown;
  }

  get(): Value {
    if (!this.isPresent) throw noSuchElement('No value present');
    return this.held;
  }

  override text(): string {
    const name = this.className.slice('java.util.'.length);
    return this.isPresent ? `${name}[${this.shown(this.held)}]` : `${name}.empty`;
  }

  override equals(other: Value): boolean {
    if (!(other instanceof JOptional) || other.className !== this.className) return false;
    if (other.isPresent !== this.isPresent) return false;
    return !this.isPresent || equalValues(this.#boxed, other.#boxed);
  }

  override hashCode(): number {
    return this.isPresent ? hashOf(this.#boxed) : 0;
  }

  override key(): string {
    return `o${this.className}${this.isPresent ? keyText(this.#boxed) : ''}`;
  }

  get #boxed(): Value {
    return this.className === 'java.util.OptionalDouble' && typeof this.held === 'number'
      ? new JDouble(this.held)
      : this.held;
  }
}

const SHOWN_DIGITS = 6;

/** `summaryStatistics()` of numbers in the form of their kind. */
export class Statistics extends JavaObject {
  readonly className: string;
  readonly kind: 'Int' | 'Long' | 'Double';
  count = 0n;
  #whole = 0n;
  readonly #fraction = new CompensatedSum();
  min: number | bigint;
  max: number | bigint;

  constructor(kind: 'Int' | 'Long' | 'Double') {
    super();
    this.kind = kind;
    this.className = `java.util.${kind}SummaryStatistics`;
    const limits = {
      Int: [2 ** 31 - 1, -(2 ** 31)],
      Long: [2n ** 63n - 1n, -(2n ** 63n)],
      Double: [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
    } as const;
    [this.min, this.max] = limits[kind];
  }

  get sum(): number | bigint {
    return this.kind === 'Double' ? this.#fraction.total() : this.#whole;
  }

  accept(value: number | bigint): void {
    this.count++;
    if (this.kind === 'Double') this.#fraction.add(Number(value));
    else this.#addWhole(BigInt(value));
    this.#widen(value, value);
  }

  combine(other: Statistics): void {
    this.count += other.count;
    this.#fraction.combine(other.#fraction);
    this.#addWhole(other.#whole);
    this.#widen(other.min, other.max);
  }

  average(): number {
    return this.count === 0n ? 0 : Number(this.sum) / Number(this.count);
  }

  #addWhole(value: bigint): void {
    this.#whole = BigInt.asIntN(64, this.#whole + value);
  }

  /** Handles NaN and zeros like `Math.min` and `Math.max`. */
  #widen(low: number | bigint, high: number | bigint): void {
    const isDouble = this.kind === 'Double';
    if (low < this.min) this.min = low;
    else if (isDouble) this.min = Math.min(Number(low), Number(this.min));
    if (high > this.max) this.max = high;
    else if (isDouble) this.max = Math.max(Number(high), Number(this.max));
  }

  override text(): string {
    const name = this.className.slice('java.util.'.length);
    const shown = this.kind === 'Double' ? sixDigits : String;
    const average = sixDigits(this.average());
    return `${name}{count=${this.count}, sum=${shown(this.sum)}, min=${shown(this.min)}, average=${average}, max=${shown(this.max)}}`;
  }
}

/** As `%f` prints a double. */
const sixDigits = (value: number | bigint): string =>
  Number.isFinite(Number(value))
    ? decimalText(new JDouble(Number(value)), SHOWN_DIGITS)
    : String(value);

/** `Stream.builder()`. */
export class StreamBuilder extends JavaObject {
  readonly className: string;
  readonly kind: StreamKind;
  #items: Value[] | undefined = [];

  constructor(kind: StreamKind) {
    super();
    this.kind = kind;
    this.className = `${kind}$Builder`;
  }

  add(item: Value): this {
    if (this.#items === undefined) throw illegalState(null);
    spend(1);
    this.#items.push(item);
    return this;
  }

  build(): JStream {
    const items = this.#items;
    if (items === undefined) throw illegalState(null);
    this.#items = undefined;
    return new JStream(items, this.kind);
  }
}

/** `Collectors.…`: reduces elements to a result. */
export class JCollector extends JavaObject {
  readonly className: string = 'java.util.stream.Collector';
  readonly collect: (items: Iterable<Value>) => Value;

  constructor(collect: (items: Iterable<Value>) => Value) {
    super();
    this.collect = collect;
  }
}

/** The JavaScript function of a functional value. */
export const call = <T>(fn: JFunction): ((...args: Value[]) => T) =>
  fn.fn as (...args: Value[]) => T;
