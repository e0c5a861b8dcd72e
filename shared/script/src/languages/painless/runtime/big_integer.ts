/** `java.math.BigInteger`. */
import { Big, bigSize } from './big_decimal.js';
import { allocate } from './meter.js';
import type { Value } from './value.js';

export class JBigInteger extends Big {
  readonly className: string = 'java.math.BigInteger';
  readonly unscaled: bigint;
  constructor(value: bigint) {
    super();
    this.unscaled = value;
    allocate(bigSize(value));
  }
  toNumber(): bigint {
    return BigInt.asIntN(64, this.unscaled);
  }
  override text(): string {
    return String(this.unscaled);
  }
  override compareTo(other: Value): number {
    const to = (other as JBigInteger).unscaled;
    return this.unscaled < to ? -1 : Number(this.unscaled > to);
  }
}
