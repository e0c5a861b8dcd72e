/**
 * The primary's record of its copies. A tracked copy gets every operation; an in-sync copy also
 * holds back the global checkpoint, the number up to which all in-sync copies have everything.
 * While a copy is being finalised the checkpoint rests, so that the copy can reach it.
 */
import { type AllocationId, NO_SEQ_NO } from './operation.js';
import type { ReplicationRules } from './rules.js';
import type { CopyRef } from './shard_view.js';

interface Tracked {
  /** Undefined while it is unassigned. */
  copy: CopyRef | undefined;
  localCheckpoint: number;
  isInSync: boolean;
  /** Called once, when the copy has become in-sync. */
  caughtUp: (() => void) | undefined;
}

export class ReplicationTracker {
  readonly #rules: ReplicationRules;
  readonly #self: AllocationId;
  readonly #copies = new Map<AllocationId, Tracked>();
  #globalCheckpoint: number;
  /** Checkpoint of the log in the remote store, if there is one. */
  #storedCheckpoint = Number.POSITIVE_INFINITY;

  /** Starts with this copy alone, which is in-sync. */
  constructor(
    rules: ReplicationRules,
    self: CopyRef,
    checkpoints: { readonly local: number; readonly global: number },
  ) {
    this.#rules = rules;
    this.#self = self.allocationId;
    this.#globalCheckpoint = checkpoints.global;
    this.#add(self.allocationId, self, true);
    this.advanced(self.allocationId, checkpoints.local);
  }

  get globalCheckpoint(): number {
    return this.#globalCheckpoint;
  }

  ids(): AllocationId[] {
    return [...this.#copies.keys()];
  }

  /** All copies that get operations, except this one. */
  targets(): CopyRef[] {
    const targets: CopyRef[] = [];
    for (const { copy } of this.#copies.values()) {
      if (copy !== undefined && copy.allocationId !== this.#self) targets.push(copy);
    }
    return targets;
  }

  /** In-sync copies that are unassigned. */
  missing(): AllocationId[] {
    return [...this.#copies].flatMap(([id, { copy }]) => (copy === undefined ? [id] : []));
  }

  isInSync(id: AllocationId): boolean {
    return this.#copies.get(id)?.isInSync === true;
  }

  /** Adds a recovering copy: it gets operations from now on. */
  track(copy: CopyRef): void {
    this.#add(copy.allocationId, copy, false);
  }

  /** Adds a copy that is in-sync in the cluster state; its checkpoint is not known yet. */
  trackInSync(id: AllocationId, copy: CopyRef | undefined): void {
    this.#add(id, copy, true);
  }

  /** Records that a copy is no longer assigned. */
  lost(id: AllocationId): void {
    const entry = this.#copies.get(id);
    if (entry?.isInSync) entry.copy = undefined;
    else this.remove(id);
  }

  remove(id: AllocationId): void {
    if (this.#copies.delete(id)) this.#recompute();
  }

  /** Records that a copy has everything up to this number, durably. */
  advanced(id: AllocationId, localCheckpoint: number): void {
    const entry = this.#copies.get(id);
    if (entry === undefined) return;
    entry.localCheckpoint = Math.max(entry.localCheckpoint, localCheckpoint);
    this.#recompute();
  }

  /**
   * Records that everything up to this number is in the remote store: the global checkpoint does
   * not pass it.
   */
  stored(checkpoint: number): void {
    this.#storedCheckpoint = checkpoint;
    this.#recompute();
  }

  /** Makes a copy in-sync as soon as it has caught up, and then calls `caughtUp`. */
  finalize(id: AllocationId, caughtUp: () => void): void {
    const entry = this.#copies.get(id);
    if (entry === undefined) return;
    entry.caughtUp = caughtUp;
    this.#recompute();
  }

  #add(id: AllocationId, copy: CopyRef | undefined, isInSync: boolean): void {
    this.#copies.set(id, { copy, localCheckpoint: NO_SEQ_NO, isInSync, caughtUp: undefined });
  }

  #recompute(): void {
    const entries = [...this.#copies.values()];
    for (const entry of entries) this.#admit(entry);
    if (entries.some(({ caughtUp }) => caughtUp !== undefined)) return;
    const counted = entries.filter(({ isInSync }) => isInSync);
    const own = counted.map(({ localCheckpoint }) => localCheckpoint);
    const least = Math.min(this.#storedCheckpoint, ...own);
    if (Number.isFinite(least)) this.#globalCheckpoint = Math.max(this.#globalCheckpoint, least);
  }

  #admit(entry: Tracked): void {
    const { caughtUp, localCheckpoint } = entry;
    if (caughtUp === undefined) return;
    if (!this.#rules.hasCaughtUp(localCheckpoint, this.#globalCheckpoint)) return;
    entry.isInSync = true;
    entry.caughtUp = undefined;
    caughtUp();
  }
}
