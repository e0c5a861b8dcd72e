/** `java.util.Random`. */
import { illegalArgument } from './throwable.js';
import { JavaObject } from './value.js';

/**
 * `java.util.Random` with a seed: Java's linear congruential generator, so that the numbers are the
 * same.
 */
export class JRandom extends JavaObject {
  readonly className: string = 'java.util.Random';
  #seed: bigint;
  #gaussian: number | undefined;

  constructor(seed: bigint) {
    super();
    this.#seed = (seed ^ 0x5deece66dn) & 0xffffffffffffn;
  }

  setSeed(seed: bigint): void {
    this.#seed = (seed ^ 0x5deece66dn) & 0xffffffffffffn;
    this.#gaussian = undefined;
  }

  next(bits: number): number {
    this.#seed = (this.#seed * 0x5deece66dn + 0xbn) & 0xffffffffffffn;
    return Number(BigInt.asIntN(32, this.#seed >> BigInt(48 - bits)));
  }

  nextInt(bound: number): number {
    if (bound <= 0) throw illegalArgument('bound must be positive');
    if ((bound & -bound) === bound) return Number((BigInt(bound) * BigInt(this.next(31))) >> 31n);
    for (;;) {
      const bits = this.next(31);
      const value = bits % bound;
      if (((bits - value + (bound - 1)) | 0) >= 0) return value;
    }
  }

  nextLong(): bigint {
    return BigInt.asIntN(64, (BigInt(this.next(32)) << 32n) + BigInt(this.next(32)));
  }

  nextDouble(): number {
    return (this.next(26) * 2 ** 27 + this.next(27)) / 2 ** 53;
  }

  nextGaussian(): number {
    if (this.#gaussian !== undefined) {
      const held = this.#gaussian;
      this.#gaussian = undefined;
      return held;
    }
    for (;;) {
      const a = 2 * this.nextDouble() - 1;
      const b = 2 * this.nextDouble() - 1;
      const square = a * a + b * b;
      if (square >= 1 || square === 0) continue;
      const scale = Math.sqrt((-2 * Math.log(square)) / square);
      this.#gaussian = b * scale;
      return a * scale;
    }
  }
}
