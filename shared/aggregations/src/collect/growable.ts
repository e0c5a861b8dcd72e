/**
 * Typed arrays that grow with their buckets. Their memory is reported to the request breaker before
 * it is allocated.
 */
import { requestDoubles, requestWords, takeMemory } from '@skein/search_library';

export type Words = Uint32Array<ArrayBuffer>;
export type Doubles = Float64Array<ArrayBuffer>;

const LABEL = '<agg>';
const LEAST = 64;

function grownLength(length: number, needed: number): number {
  return Math.max(LEAST, needed, 2 * length);
}

/** The array, or a longer copy that has a place `needed - 1`; new places are 0. */
export function grownDoubles(array: Doubles, needed: number): Doubles {
  if (needed <= array.length) return array;
  const length = grownLength(array.length, needed);
  takeMemory(length * 8, LABEL);
  const grown = spareDoubles.take(length) ?? new Float64Array(length);
  grown.set(array);
  return grown;
}

export function grownWords(array: Words, needed: number): Words {
  if (needed <= array.length) return array;
  const length = grownLength(array.length, needed);
  takeMemory(length * 4, LABEL);
  const grown = spareWords.take(length) ?? new Uint32Array(length);
  grown.set(array);
  return grown;
}

/**
 * The most bytes of spare arrays that a thread keeps, and the least bytes of an array that is worth
 * keeping.
 */
const MAX_SPARE_BYTES = 2 * 1024 * 1024;
const LEAST_SPARE_BYTES = 4096;

/**
 * Unused arrays, kept for reuse. Only full garbage collections free memory outside the heap; 8 MB
 * of it start one, and it costs more than the buckets of a request.
 */
class SpareArrays<T extends Words | Doubles> {
  readonly #byLength = new Map<number, T[]>();
  #bytes = 0;

  add(array: T): void {
    const { length, byteLength } = array;
    if (byteLength < LEAST_SPARE_BYTES || this.#bytes + byteLength > MAX_SPARE_BYTES) return;
    this.#bytes += byteLength;
    const same = this.#byLength.get(length);
    if (same === undefined) this.#byLength.set(length, [array]);
    else same.push(array);
  }

  /** Returns a kept array of this length, which holds only zeros; `undefined` if there is none. */
  take(length: number): T | undefined {
    const same = this.#byLength.get(length);
    const array = same?.pop();
    if (same === undefined || array === undefined) return undefined;
    if (same.length === 0) this.#byLength.delete(length);
    this.#bytes -= array.byteLength;
    array.fill(0);
    return array;
  }
}

const spareWords = new SpareArrays<Words>();
const spareDoubles = new SpareArrays<Doubles>();

/** Like `grownDoubles`; the caller is the only user of `array`, which is kept for reuse. */
export function grownOwnDoubles(array: Doubles, needed: number): Doubles {
  const grown = grownDoubles(array, needed);
  if (grown !== array) spareDoubles.add(array);
  return grown;
}

export function grownOwnWords(array: Words, needed: number): Words {
  const grown = grownWords(array, needed);
  if (grown !== array) spareWords.add(array);
  return grown;
}

/** Releases an array that no code will read or write any more. */
export function letGoOfWords(array: Words): void {
  spareWords.add(array);
}

export function letGoOfDoubles(array: Doubles): void {
  spareDoubles.add(array);
}

/**
 * Grows a buffer of a block without keeping its contents. The buffer lives as long as the search
 * (`requestWords`).
 */
export function roomForWords(array: Words, needed: number): Words {
  return needed <= array.length ? array : requestWords(grownLength(array.length, needed));
}

export function roomForDoubles(array: Doubles, needed: number): Doubles {
  return needed <= array.length ? array : requestDoubles(grownLength(array.length, needed));
}

/** Reports objects that live as long as the search to the breaker. `bytesEach` is an estimate. */
export function takeObjects(count: number, bytesEach: number): void {
  takeMemory(count * bytesEach, LABEL);
}
