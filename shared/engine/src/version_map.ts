/**
 * The latest version of every document written since the newest internal point in time, and of
 * recently deleted ones. All other documents have the version in that point in time. Each refresh
 * empties it, except for the tombstones: a deleted document's version must be remembered for a
 * while (`index.gc_deletes`), so that a late write with an older external version is refused.
 */
import type { TranslogLocation } from './translog/translog.js';
import type { VersionValue } from './versioning.js';

export interface VersionEntry extends VersionValue {
  /** Place of the operation in the translog; deletes have none worth reading. */
  readonly location: TranslogLocation | undefined;
}

interface Tombstone {
  readonly entry: VersionEntry;
  readonly deletedAtMs: number;
}

/**
 * Number of values per live entry: version, seqNo, primaryTerm, and its place: generation, offset,
 * length.
 */
const SLOT = 6;
/** Generation of an entry without a location. */
const NO_LOCATION = -1;
const INITIAL_SLOTS = 1024;
/** Rough size of a key: string and map slot. */
const KEY_BYTES = 80;
/** Rough size of a key with a tombstone's objects. */
const TOMBSTONE_BYTES = 280;

export class VersionMap {
  /**
   * Slot of each id's numbers. A bulk brings many ids, and an object for each would keep the
   * garbage collector busy.
   */
  readonly #slots = new Map<string, number>();
  #numbers = new Float64Array(INITIAL_SLOTS * SLOT);
  #used = 0;
  /** The last id that was looked for and not found: usually a new document, which is put next. */
  #missing: string | undefined;
  /** Tombstones in the order of deletion, the first to expire first. */
  readonly #tombstones = new Map<string, Tombstone>();

  get(id: string): VersionEntry | undefined {
    const slot = this.#slots.get(id);
    if (slot !== undefined) return this.#entry(slot);
    this.#missing = id;
    return this.#tombstones.size === 0 ? undefined : this.#tombstones.get(id)?.entry;
  }

  putIndexed(id: string, value: VersionValue, location: TranslogLocation | undefined): void {
    if (this.#tombstones.size > 0) this.#tombstones.delete(id);
    const at = this.#slotOf(id) * SLOT;
    const numbers = this.#numbers;
    numbers[at] = value.version;
    numbers[at + 1] = value.seqNo;
    numbers[at + 2] = value.primaryTerm;
    numbers[at + 3] = location?.generation ?? NO_LOCATION;
    numbers[at + 4] = location?.offset ?? 0;
    numbers[at + 5] = location?.length ?? 0;
  }

  putDeleted(id: string, value: VersionValue, nowMs: number): void {
    this.#slots.delete(id);
    this.#tombstones.delete(id);
    this.#tombstones.set(id, { entry: { ...value, location: undefined }, deletedAtMs: nowMs });
  }

  /** Forgets all live entries, which are in the newest point in time. */
  clearLive(): void {
    this.#slots.clear();
    this.#used = 0;
    if (this.#numbers.length > INITIAL_SLOTS * SLOT) {
      this.#numbers = new Float64Array(INITIAL_SLOTS * SLOT);
    }
  }

  /**
   * Forgets tombstones older than `keepMs`. Call it only right after a refresh, when the index
   * shows the deletion. Those above the checkpoint stay: an older operation of the document may
   * still arrive.
   */
  pruneTombstones(nowMs: number, keepMs: number, localCheckpoint: number): void {
    for (const [id, { entry, deletedAtMs }] of this.#tombstones) {
      if (nowMs - deletedAtMs <= keepMs) return;
      if (entry.seqNo <= localCheckpoint) this.#tombstones.delete(id);
    }
  }

  /** Forgets everything, because the index was rolled back. */
  clear(): void {
    this.clearLive();
    this.#tombstones.clear();
  }

  /** Number of slots used since the last clearing; slots of deleted ids are not reused. */
  get slotCount(): number {
    return this.#used;
  }

  get estimatedBytes(): number {
    const keys = this.#slots.size * KEY_BYTES;
    return keys + this.#numbers.byteLength + this.#tombstones.size * TOMBSTONE_BYTES;
  }

  #slotOf(id: string): number {
    const known = id === this.#missing ? undefined : this.#slots.get(id);
    if (known !== undefined) return known;
    this.#missing = undefined;
    const slot = this.#used++;
    this.#slots.set(id, slot);
    if (this.#used * SLOT > this.#numbers.length) {
      const grown = new Float64Array(this.#numbers.length * 2);
      grown.set(this.#numbers);
      this.#numbers = grown;
    }
    return slot;
  }

  #entry(slot: number): VersionEntry {
    const at = slot * SLOT;
    const number = (offset: number): number => this.#numbers[at + offset] ?? 0;
    const generation = number(3);
    const location =
      generation === NO_LOCATION ? undefined : { generation, offset: number(4), length: number(5) };
    const [version, seqNo, primaryTerm] = [number(0), number(1), number(2)];
    return { version, seqNo, primaryTerm, deleted: false, location };
  }
}
