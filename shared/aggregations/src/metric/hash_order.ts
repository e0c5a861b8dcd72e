/**
 * The order in which OpenSearch shows names that it keeps in a `HashMap`. It follows from Java's
 * documented string hash and from tables whose size is a power of two.
 */

const LEAST_CAPACITY = 16;
const LOAD = 0.75;

/** Sorts distinct names. */
export function hashOrder(names: readonly string[]): readonly string[] {
  let capacity = LEAST_CAPACITY;
  while (names.length > capacity * LOAD) capacity *= 2;
  const slotOf = (name: string): number => spread(stringHash(name)) & (capacity - 1);
  return names
    .map((name) => ({ name, slot: slotOf(name) }))
    .sort((a, b) => a.slot - b.slot)
    .map(({ name }) => name);
}

/** `String.hashCode`: s[0]·31^(n-1) + … + s[n-1], as a 32-bit integer. */
function stringHash(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return hash;
}

/** Mixes the high bits of a hash into the low ones, which alone select the slot of a table. */
function spread(hash: number): number {
  return hash ^ (hash >>> 16);
}
