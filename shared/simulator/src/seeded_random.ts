/**
 * The only source of randomness in a simulation: sfc32, so that a seed gives the same numbers on
 * every machine.
 */
import type { Random } from '@skein/base';

export class SeededRandom implements Random {
  #a = 0;
  #b = 0;
  #c = 0;
  #counter = 1;

  constructor(seed: number) {
    this.#a = seed >>> 0;
    this.#b = Math.floor(seed / 2 ** 32) >>> 0;
    this.#c = 0x9e3779b9;
    for (let i = 0; i < 12; i++) this.#next32();
  }

  next(): number {
    return this.#next32() / 2 ** 32;
  }

  bytes(count: number): Uint8Array {
    return Uint8Array.from({ length: count }, () => this.#next32() & 0xff);
  }

  /** A random integer from 0 to `bound` - 1. */
  below(bound: number): number {
    return Math.floor(this.next() * bound);
  }

  /** A random number, uniform in [low, high). */
  between(low: number, high: number): number {
    return low + this.next() * (high - low);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** One of the values, which may be undefined; the list must not be empty. */
  pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)] as T;
  }

  /** A random subset: each value with this probability. */
  some<T>(values: readonly T[], probability: number): T[] {
    return values.filter(() => this.chance(probability));
  }

  #next32(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum;
    return sum >>> 0;
  }
}
