/**
 * Chooses the step to which the dates of an owner are rounded during collection, as OpenSearch
 * does. A coarser step is taken if there are too many buckets, or if the first is too far from the
 * last. With one owner, its buckets are then counted again. With several owners, the number of
 * buckets is estimated, and all are counted again only after many were merged.
 */
import { grownDoubles, grownWords } from '../../collect/growable.js';
import { KeyTable } from '../../collect/key_table.js';
import type { DateRounding } from '../../rounding/date_rounding.js';
import { LAST_STEP, longestSpanMs, mostBuckets, STEPS } from './auto_steps.js';

const asDouble = new Float64Array(1);
const asWords = new Uint32Array(asDouble.buffer);

/** The number of merged buckets after which all are counted anew for the first time. */
const FIRST_COUNT_AT = 1000;

interface StepChoice {
  /** The finest step that may be used. */
  readonly least: number;
  readonly buckets: number;
  readonly hasManyOwners: boolean;
  readonly rounding: (step: number) => DateRounding;
}

export class ChosenSteps {
  readonly #choice: StepChoice;
  #table = new KeyTable();
  #steps = new Uint32Array(0);
  /** The number of buckets, or an estimate of it, by owner. */
  #counts = new Uint32Array(0);
  #mins = new Float64Array(0);
  #maxes = new Float64Array(0);
  #owners = 0;
  #wasted = 0;
  #nextCountAt = FIRST_COUNT_AT;

  constructor(choice: StepChoice) {
    this.#choice = choice;
  }

  /** The current rounding of an owner's dates. */
  rounding(owner: number): DateRounding {
    return this.#choice.rounding(this.stepOf(owner));
  }

  stepOf(owner: number): number {
    return owner < this.#owners ? this.#steps[owner] : this.#choice.least;
  }

  /** Adds a rounded date of an owner. */
  add(owner: number, key: number): void {
    this.#reserve(owner);
    if (!this.#isNew(owner, key)) return;
    const count = this.#counts[owner] + 1;
    this.#counts[owner] = count;
    const step = this.#steps[owner];
    if (step === LAST_STEP) return;
    this.#mins[owner] = Math.min(this.#mins[owner], key);
    this.#maxes[owner] = Math.max(this.#maxes[owner], key);
    if (this.#fits(owner, step, count)) return;
    if (this.#choice.hasManyOwners) this.#estimate(owner, step, count);
    else this.#countOnly(owner, step);
  }

  #isNew(owner: number, key: number): boolean {
    const { size } = this.#table;
    asDouble[0] = key + 0;
    return this.#table.bucket(owner, asWords[0], asWords[1]) === size;
  }

  #fits(owner: number, step: number, count: number): boolean {
    const span = this.#maxes[owner] - this.#mins[owner];
    return count <= mostBuckets(step, this.#choice) && span <= longestSpanMs(step, this.#choice);
  }

  #countOnly(owner: number, from: number): void {
    let step = from;
    do {
      this.#steps[owner] = ++step;
      this.#countAnew();
    } while (step < LAST_STEP && !this.#fits(owner, step, this.#counts[owner]));
  }

  #estimate(owner: number, from: number, count: number): void {
    const { aboutMs } = STEPS[from];
    let step = from;
    let left: number;
    do {
      step++;
      left = Math.ceil(count * (aboutMs / STEPS[step].aboutMs));
    } while (step < LAST_STEP && !this.#fits(owner, step, left));
    this.#steps[owner] = step;
    const { round } = this.#choice.rounding(step);
    this.#mins[owner] = round(this.#mins[owner]);
    this.#maxes[owner] = round(this.#maxes[owner]);
    this.#wasted += count - left;
    if (this.#wasted <= this.#nextCountAt) {
      this.#counts[owner] = left;
      return;
    }
    this.#countAnew();
    this.#wasted = 0;
    this.#nextCountAt *= 2;
  }

  /** Counts the buckets of all owners by their current rounding. */
  #countAnew(): void {
    const before = this.#table;
    this.#table = new KeyTable();
    this.#counts.fill(0);
    for (let bucket = 0; bucket < before.size; bucket++) {
      const owner = before.owners[bucket];
      asWords[0] = before.lows[bucket];
      asWords[1] = before.highs[bucket];
      const key = this.rounding(owner).round(asDouble[0]);
      if (this.#isNew(owner, key)) this.#counts[owner] = this.#counts[owner] + 1;
    }
  }

  #reserve(owner: number): void {
    if (owner < this.#owners) return;
    this.#steps = grownWords(this.#steps, owner + 1);
    this.#counts = grownWords(this.#counts, owner + 1);
    this.#mins = grownDoubles(this.#mins, owner + 1);
    this.#maxes = grownDoubles(this.#maxes, owner + 1);
    this.#steps.fill(this.#choice.least, this.#owners);
    this.#mins.fill(Number.POSITIVE_INFINITY, this.#owners);
    this.#maxes.fill(Number.NEGATIVE_INFINITY, this.#owners);
    this.#owners = this.#steps.length;
  }
}
