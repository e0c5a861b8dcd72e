/** `java.math.BigInteger`. */

import { allocate } from '../values/meter.js';
import { Big, bigSize } from './big_decimal.js';

export class JBigInteger extends Big {
  readonly className: string = 'java.math.BigInteger';
  readonly unscaled: bigint;
  constructor(value: bigint) {
    super();
    this.unscaled = value;
    allocate(bigSize(value));
  }
  /** The lowest 64 bits. */
  toLong(): bigint {
    return BigInt.asIntN(64, this.unscaled);
  }
  toDouble(): number {
    return Number(this.unscaled);
  }
  override text(): string {
    return String(this.unscaled);
  }
  override compareTo(other: this): number {
    const to = other.unscaled;
    return this.unscaled < to ? -1 : Number(this.unscaled > to);
  }
}
