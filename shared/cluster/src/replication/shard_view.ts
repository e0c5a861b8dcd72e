/** One shard as a committed cluster state shows it to a node. */
import type { AllocationId } from './operation.js';

export interface CopyRef {
  readonly allocationId: AllocationId;
  readonly nodeId: string;
}

export interface CopyView extends CopyRef {
  readonly primary: boolean;
  readonly state: 'INITIALIZING' | 'STARTED';
  /**
   * For a relocating primary: the copy that becomes primary in its place once it has everything.
   */
  readonly handsOverTo?: AllocationId | undefined;
}

export interface ShardView {
  /** Version of the cluster state: views are applied in this order, with possible gaps. */
  readonly version: number;
  readonly primaryTerm: number;
  /** All assigned copies. */
  readonly copies: readonly CopyView[];
  /** Copies that hold every acknowledged write, assigned or not. */
  readonly inSync: readonly AllocationId[];
  /**
   * Batches of history sent to a copy at once (`indices.recovery.max_concurrent_operations`).
   * Absent: one.
   */
  readonly recoveryBatches?: number | undefined;
  /** Present if its primary keeps a log in a remote store. */
  readonly remote?: RemoteView | undefined;
}

export interface RemoteView {
  /** UUID of the index. */
  readonly owner: string;
  /**
   * True if writes are acknowledged when they are in the log; false: they may reach it later
   * (`index.translog.durability: async`).
   */
  readonly isAwaited: boolean;
}

export function findCopy(view: ShardView, id: AllocationId): CopyView | undefined {
  return view.copies.find((copy) => copy.allocationId === id);
}

export function primaryOf(view: ShardView): CopyView | undefined {
  return view.copies.find((copy) => copy.primary);
}
