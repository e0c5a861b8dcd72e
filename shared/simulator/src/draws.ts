/** Draws of numbers that may also be off, for the parameters of a simulated world. */
import type { SeededRandom } from './seeded_random.js';

interface Draws {
  /** A time between two occurrences; with the rest of the probability, none ever occurs. */
  often(probability: number, low: number, high: number): number;
  /** A chance or a length; with the rest of the probability, 0. */
  maybe(probability: number, low: number, high: number): number;
}

/** With `isCalm`, everything is off. */
export function drawsOf(random: SeededRandom, isCalm = false): Draws {
  const between = (off: number) => (probability: number, low: number, high: number) =>
    !isCalm && random.chance(probability) ? random.between(low, high) : off;
  return { often: between(Infinity), maybe: between(0) };
}
