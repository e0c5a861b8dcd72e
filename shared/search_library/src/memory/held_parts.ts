/**
 * The parts that one thread holds, so that no other thread evicts them.
 *
 * The thread sets its pin on the part's record, then checks that the record still has the stamp of
 * the load. An evicting thread removes the stamp first and then checks the pins, so one of the two
 * always notices the other (hazard pointers, Michael 2004). Neither needs the lock.
 */
import { loadedRecord, W_STAMP, W_STATE } from './residence_layout.js';
import {
  HOLDING,
  IDLE,
  NONE,
  R_STAMP,
  R_USED,
  RELEASES,
  type SpaceControl,
} from './space_control.js';
import type { Residence } from './space_types.js';

export class HeldParts {
  readonly #control: SpaceControl;
  /** The number of this thread in the shared words, which have a state and pins for each row. */
  readonly #row: number;
  /** The stamp that this thread holds, by record; 0: none. */
  readonly #stamps: Int32Array;
  /** The records that this thread holds, in the order in which it requested them. */
  readonly #records: number[] = [];

  constructor(control: SpaceControl, row: number) {
    this.#control = control;
    this.#row = row;
    this.#stamps = new Int32Array(control.recordCount);
  }

  /** Holds a part that is in memory and returns its record; NONE if it is not in memory. */
  take({ words, at }: Residence): number {
    const record = loadedRecord(Atomics.load(words, at + W_STATE));
    if (record < 0) return NONE;
    const stamp = Atomics.load(words, at + W_STAMP);
    const held = this.#stamps[record];
    if (held !== 0) return held === stamp ? record : NONE;
    const { pins } = this.#control;
    const pin = this.#control.pin(this.#row, record);
    Atomics.store(pins, pin, 1);
    if (this.isStamped(record, stamp)) {
      this.#note(record, stamp);
      return record;
    }
    Atomics.store(pins, pin, 0);
    return NONE;
  }

  /** Holds the record of a load that cannot be evicted meanwhile. */
  keep(record: number, stamp: number): void {
    Atomics.store(this.#control.pins, this.#control.pin(this.#row, record), 1);
    this.#note(record, stamp);
  }

  /** The stamp of a record this thread holds; it changes when the part is loaded again. */
  stampOf(record: number): number {
    return this.#stamps[record];
  }

  /** Releases all parts: this thread does not read them any more. */
  letGo(): void {
    const records = this.#records;
    if (records.length === 0) return;
    const { words, pins } = this.#control;
    for (const record of records) {
      this.#stamps[record] = 0;
      Atomics.store(pins, this.#control.pin(this.#row, record), 0);
    }
    records.length = 0;
    Atomics.store(words, this.#control.state(this.#row), IDLE);
    this.#control.released();
  }

  /** Sets the thread's state after a load that failed. */
  loadFailed(): void {
    if (this.#records.length > 0) return;
    Atomics.store(this.#control.words, this.#control.state(this.#row), IDLE);
  }

  /** The record of a part in memory; NONE if the part is not there, loading, or evicted. */
  recordOf({ words, at }: Pick<Residence, 'words' | 'at'>): number {
    const record = loadedRecord(Atomics.load(words, at + W_STATE));
    if (record < 0) return NONE;
    return this.isStamped(record, Atomics.load(words, at + W_STAMP)) ? record : NONE;
  }

  /** True if the record still has the part of that load. */
  isStamped(record: number, stamp: number): boolean {
    const { words } = this.#control;
    return stamp !== 0 && Atomics.load(words, this.#control.record(record) + R_STAMP) === stamp;
  }

  /** Notes that this thread holds the record, on which its pin is set already. */
  #note(record: number, stamp: number): void {
    const { words } = this.#control;
    if (this.#records.length === 0) Atomics.store(words, this.#control.state(this.#row), HOLDING);
    this.#stamps[record] = stamp;
    this.#records.push(record);
    words[this.#control.record(record) + R_USED] = words[RELEASES];
  }
}
