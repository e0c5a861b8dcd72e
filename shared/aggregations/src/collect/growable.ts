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
  const grown = new Float64Array(length);
  grown.set(array);
  return grown;
}

export function grownWords(array: Words, needed: number): Words {
  if (needed <= array.length) return array;
  const length = grownLength(array.length, needed);
  takeMemory(length * 4, LABEL);
  const grown = new Uint32Array(length);
  grown.set(array);
  return grown;
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
