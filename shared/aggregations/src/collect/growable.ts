/** Typed arrays that grow with their buckets. What they take is told to the request breaker before it is taken. */
import { takeMemory } from '@skein/search_library';

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

/** Of what a thread keeps, and of arrays that are worth keeping. */
const MAX_SPARE_BYTES = 2 * 1024 * 1024;
const LEAST_SPARE_BYTES = 4096;

/**
 * Arrays nobody uses any more, for those that are needed next: memory outside the heap is given back by full collections alone, which 8 MB of it start, and which cost
 * more than the buckets of a request.
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

  /** Its places are 0. */
  take(length: number): T | undefined {
    const array = this.#byLength.get(length)?.pop();
    if (array === undefined) return undefined;
    this.#bytes -= array.byteLength;
    array.fill(0);
    return array;
  }
}

const spareWords = new SpareArrays<Words>();
const spareDoubles = new SpareArrays<Doubles>();

/** The same where nobody else has the array, which may then serve others. */
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

/** Nobody will read or write it any more. */
export function letGoOfWords(array: Words): void {
  spareWords.add(array);
}

export function letGoOfDoubles(array: Doubles): void {
  spareDoubles.add(array);
}

/** For buffers of a block: what they hold does not matter. */
export function roomForWords(array: Words, needed: number): Words {
  return needed <= array.length ? array : new Uint32Array(grownLength(array.length, needed));
}

export function roomForDoubles(array: Doubles, needed: number): Doubles {
  return needed <= array.length ? array : new Float64Array(grownLength(array.length, needed));
}

/** Objects that live as long as the search: what each costs is a guess that is told to the breaker. */
export function takeObjects(count: number, bytesEach: number): void {
  takeMemory(count * bytesEach, LABEL);
}
