/** `java.time.temporal.ValueRange`: the bounds of a field, each fixed or variable. */

import { dateTime, illegalArgument } from '../values/throwable.js';
import { hashLong, JavaObject, type Value } from '../values/value.js';

const isInt = (value: bigint): boolean => BigInt.asIntN(32, value) === value;

export class ValueRange extends JavaObject {
  readonly className: string = 'java.time.temporal.ValueRange';
  readonly min: bigint;
  readonly largestMin: bigint;
  readonly smallestMax: bigint;
  readonly max: bigint;

  constructor(min: bigint, largestMin: bigint, smallestMax: bigint, max: bigint) {
    super();
    if (min > largestMin)
      throw illegalArgument('Smallest minimum value must be less than largest minimum value');
    if (smallestMax > max)
      throw illegalArgument('Smallest maximum value must be less than largest maximum value');
    if (largestMin > max) throw illegalArgument('Minimum value must be less than maximum value');
    this.min = min;
    this.largestMin = largestMin;
    this.smallestMax = smallestMax;
    this.max = max;
  }

  static of(min: number, largestMin: number, smallestMax: number, max: number): ValueRange {
    return new ValueRange(BigInt(min), BigInt(largestMin), BigInt(smallestMax), BigInt(max));
  }

  get isFixed(): boolean {
    return this.min === this.largestMin && this.smallestMax === this.max;
  }

  get isInt(): boolean {
    return isInt(this.min) && isInt(this.max);
  }

  has(value: bigint): boolean {
    return value >= this.min && value <= this.max;
  }

  /** Throws `DateTimeException` if the value is out of range. */
  check(value: bigint, field: JavaObject | null): bigint {
    if (!this.has(value)) throw this.#refusal(value, field);
    return value;
  }

  checkInt(value: bigint, field: JavaObject | null): number {
    if (!this.isInt || !this.has(value)) throw this.#refusal(value, field);
    return Number(value);
  }

  #refusal(value: bigint, field: JavaObject | null): Error | object {
    const of = field === null ? '' : ` for ${field.text()}`;
    return dateTime(`Invalid value${of} (valid values ${this.text()}): ${value}`);
  }

  override equals(other: Value): boolean {
    return other instanceof ValueRange && other.key() === this.key();
  }

  override hashCode(): number {
    const { min, largestMin, smallestMax, max } = this;
    const mixed =
      min +
      (largestMin << 16n) +
      (largestMin >> 48n) +
      (smallestMax << 32n) +
      (smallestMax >> 32n) +
      (max << 48n) +
      (max >> 16n);
    return hashLong(BigInt.asIntN(64, mixed));
  }

  override text(): string {
    const { min, largestMin, smallestMax, max } = this;
    const low = min === largestMin ? `${min}` : `${min}/${largestMin}`;
    const high = smallestMax === max ? `${max}` : `${smallestMax}/${max}`;
    return `${low} - ${high}`;
  }

  override key(): string {
    return `v${this.min},${this.largestMin},${this.smallestMax},${this.max}`;
  }
}
