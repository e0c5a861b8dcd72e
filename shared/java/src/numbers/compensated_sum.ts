/**
 * A sum of doubles as `DoubleSummaryStatistics` and `DoubleStream.sum` compute it: what rounding
 * loses is carried on (W. Kahan: Further Remarks on Reducing Truncation Errors, 1965).
 */
export class CompensatedSum {
  #sum = 0;
  /** The excess of the sum over the exact one, as far as it is known. */
  #excess = 0;
  /** The sum without compensation, which remains infinite where compensation yields NaN. */
  #plain = 0;

  add(value: number): void {
    this.#plain += value;
    this.#carry(value);
  }

  combine(other: CompensatedSum): void {
    this.#plain += other.#plain;
    this.#carry(other.#sum);
    this.#carry(-other.#excess);
  }

  total(): number {
    const exact = this.#sum - this.#excess;
    return Number.isNaN(exact) && Math.abs(this.#plain) === Infinity ? this.#plain : exact;
  }

  #carry(value: number): void {
    const wanted = value - this.#excess;
    const next = this.#sum + wanted;
    this.#excess = next - this.#sum - wanted;
    this.#sum = next;
  }
}
