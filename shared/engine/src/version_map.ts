/**
 * The latest version of every document written since the newest internal point in time, and of those deleted not long ago. What
 * is not in here is as the point in time shows it. Emptied by each refresh, but for the tombstones: a deleted document's version
 * must be remembered a while (`index.gc_deletes`), so that a late write with an older external version is refused.
 */
import type { TranslogLocation } from './translog/translog.js';
import type { VersionValue } from './versioning.js';

export interface VersionEntry extends VersionValue {
  /** Where the operation is in the translog; deletes have none worth reading. */
  readonly location: TranslogLocation | undefined;
}

interface Tombstone {
  readonly entry: VersionEntry;
  readonly deletedAtMs: number;
}

/** Rough cost of one entry on the heap: key, object, map slot. */
const ENTRY_BYTES = 200;

export class VersionMap {
  readonly #live = new Map<string, VersionEntry>();
  /** In the order of deletion: the first to be forgotten comes first. */
  readonly #tombstones = new Map<string, Tombstone>();

  get(id: string): VersionEntry | undefined {
    return this.#live.get(id) ?? this.#tombstones.get(id)?.entry;
  }

  putIndexed(id: string, entry: VersionEntry): void {
    this.#tombstones.delete(id);
    this.#live.set(id, entry);
  }

  putDeleted(id: string, entry: VersionEntry, nowMs: number): void {
    this.#live.delete(id);
    this.#tombstones.delete(id);
    this.#tombstones.set(id, { entry, deletedAtMs: nowMs });
  }

  /** The newest point in time holds every live entry: forget them. */
  clearLive(): void {
    this.#live.clear();
  }

  /** Forgets tombstones older than `keepMs`; only right after a refresh, when the index shows the deletion. */
  pruneTombstones(nowMs: number, keepMs: number): void {
    for (const [id, tombstone] of this.#tombstones) {
      if (nowMs - tombstone.deletedAtMs <= keepMs) return;
      this.#tombstones.delete(id);
    }
  }

  get liveCount(): number {
    return this.#live.size;
  }

  get estimatedBytes(): number {
    return (this.#live.size + this.#tombstones.size) * ENTRY_BYTES;
  }
}
