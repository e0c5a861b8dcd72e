/**
 * The points in time in use: the engine holds its newest one, the receiver of a published one holds
 * that until it releases it. The last release returns the files to the writer.
 */
import { assert } from '@skein/base';

export class SnapshotPins {
  readonly #holders = new Map<number, number>();
  readonly #released: (version: number) => void;

  constructor(released: (version: number) => void) {
    this.#released = released;
  }

  hold(version: number): void {
    this.#holders.set(version, (this.#holders.get(version) ?? 0) + 1);
  }

  letGo(version: number): void {
    const holders = this.#holders.get(version);
    assert(holders !== undefined, `snapshot ${version} is not held`);
    if (holders > 1) {
      this.#holders.set(version, holders - 1);
      return;
    }
    this.#holders.delete(version);
    this.#released(version);
  }
}
