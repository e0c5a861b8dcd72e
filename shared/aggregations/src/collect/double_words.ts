/** Doubles as two words, as tables of keys keep them. */

const words = new Uint32Array(2);
const asDouble = new Float64Array(words.buffer);

export function doubleOfWords(low: number, high: number): number {
  words[0] = low;
  words[1] = high;
  return asDouble[0];
}
