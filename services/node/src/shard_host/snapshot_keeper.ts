/**
 * The points in time of one shard that are in use here: the newest one, and older ones while a
 * search reads them. When the last reader of a point in time is done, its files may be deleted.
 */
import { assert } from '@skein/base';
import type { ReaderSnapshot } from '@skein/search_library';

interface Kept {
  readonly snapshot: ReaderSnapshot;
  /** Searches reading it, plus one while it is the newest. */
  holders: number;
}

export class SnapshotKeeper {
  readonly #kept = new Map<number, Kept>();
  readonly #onUnused: (version: number) => void;
  #newest: Kept | undefined;

  constructor(onUnused: (version: number) => void) {
    this.#onUnused = onUnused;
  }

  get newest(): ReaderSnapshot | undefined {
    return this.#newest?.snapshot;
  }

  publish(snapshot: ReaderSnapshot): void {
    const before = this.#newest;
    this.#newest = { snapshot, holders: 1 };
    this.#kept.set(snapshot.version, this.#newest);
    if (before !== undefined) this.#letGo(before);
  }

  /** Pins the newest point in time; the search calls `release` with its version. */
  pin(): ReaderSnapshot | undefined {
    if (this.#newest === undefined) return undefined;
    this.#newest.holders++;
    return this.#newest.snapshot;
  }

  release(version: number): void {
    const kept = this.#kept.get(version);
    assert(kept !== undefined, `point in time ${version} is not pinned`);
    this.#letGo(kept);
  }

  /**
   * Lets go of the newest point in time, because the shard is closed. It stays until its last
   * reader is done.
   */
  retire(): void {
    const newest = this.#newest;
    this.#newest = undefined;
    if (newest !== undefined) this.#letGo(newest);
  }

  #letGo(kept: Kept): void {
    kept.holders--;
    if (kept.holders > 0) return;
    this.#kept.delete(kept.snapshot.version);
    this.#onUnused(kept.snapshot.version);
  }
}
