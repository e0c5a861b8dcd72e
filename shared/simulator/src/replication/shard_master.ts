/**
 * The master as one shard sees it: committed states in order, each the result of a report, or of a
 * node that left or came back. The coordination simulation proves that there is only one master.
 */
import {
  type CopyView,
  findCopy,
  primaryOf,
  type RemoteView,
  type ReplicationRules,
  type Report,
  type ShardView,
} from '@skein/cluster';

import type { ReplicationSwarm } from './swarm.js';

interface MasterWorld {
  /** Nodes that are members, in the order in which copies are placed. */
  members(): readonly string[];
  /** The allocation id of the copy on a member's disk. */
  copyOnDisk(nodeId: string): string | undefined;
  committed(view: ShardView): void;
}

export class ShardMaster {
  readonly #world: MasterWorld;
  readonly #rules: ReplicationRules;
  readonly #replicas: number;
  #view: ShardView;
  #allocations = 0;

  constructor(
    world: MasterWorld,
    rules: ReplicationRules,
    { replicas, recoveryBatches }: Pick<ReplicationSwarm, 'replicas' | 'recoveryBatches'>,
    remote?: RemoteView,
  ) {
    this.#world = world;
    this.#rules = rules;
    this.#replicas = replicas;
    this.#view = { version: 0, primaryTerm: 0, copies: [], inSync: [], recoveryBatches, remote };
  }

  get view(): ShardView {
    return this.#view;
  }

  /** Handles a report; returns true if it takes effect or is true already. */
  report(report: Report): boolean {
    const { primaryTerm, copies, inSync } = this.#view;
    if (!this.#rules.isReportCurrent(primaryTerm, report.term)) return false;
    const { allocationId } = report;
    const copy = findCopy(this.#view, allocationId);
    if (report.kind === 'shard_started') {
      if (copy === undefined) return false;
      const leaving = copies.find(({ handsOverTo }) => handsOverTo === allocationId);
      if (leaving !== undefined) {
        this.#finishRelocation(leaving, copy);
        return true;
      }
      this.#commit({
        copies: copies.map((one) => (one === copy ? { ...one, state: 'STARTED' } : one)),
        inSync: inSync.includes(allocationId) ? inSync : [...inSync, allocationId],
      });
      return true;
    }
    if (primaryOf(this.#view)?.allocationId !== report.by) return false;
    this.#commit({
      copies: copies.filter((one) => one !== copy),
      inSync: inSync.filter((id) => id !== allocationId),
    });
    return true;
  }

  /** Starts moving the primary to a node without a copy. */
  relocate(): void {
    const { copies } = this.#view;
    const primary = primaryOf(this.#view);
    const nodeId = this.#freeNode(this.#view);
    if (primary?.state !== 'STARTED' || primary.handsOverTo !== undefined) return;
    if (nodeId === undefined) return;
    const allocationId = `a${this.#allocations++}`;
    const moving: CopyView = { ...primary, handsOverTo: allocationId };
    const target: CopyView = { nodeId, allocationId, primary: false, state: 'INITIALIZING' };
    this.#commit({
      copies: [...copies.map((one) => (one === primary ? moving : one)), target],
    });
  }

  #finishRelocation(source: CopyView, target: CopyView): void {
    const { copies, inSync } = this.#view;
    const { allocationId, nodeId } = target;
    const arrived: CopyView = { allocationId, nodeId, primary: source.primary, state: 'STARTED' };
    this.#commit({
      copies: [arrived, ...copies.filter((one) => one !== source && one !== target)],
      inSync: [...inSync.filter((id) => id !== source.allocationId), allocationId],
    });
  }

  left(nodeId: string): void {
    const copies = this.#view.copies.filter((copy) => copy.nodeId !== nodeId);
    this.#commit({ copies });
  }

  /** Removes a copy that could not be opened; it stays in-sync, because it may still be found. */
  unassign(allocationId: string): void {
    const copies = this.#view.copies.filter((copy) => copy.allocationId !== allocationId);
    this.#commit({ copies });
  }

  /**
   * Acts as an operator who declares all disks lost, so that the shard starts from the remote
   * store's content.
   */
  giveUp(): void {
    this.#commit({ copies: [], inSync: [] });
  }

  reroute(): void {
    this.#commit({});
  }

  #commit(change: Partial<ShardView>): void {
    const before = this.#view;
    let next = withoutLostMoves(this.#withPrimary({ ...before, ...change }));
    while (this.#lacksReplica(next)) {
      const nodeId = this.#freeNode(next);
      if (nodeId === undefined) break;
      const fresh = { nodeId, allocationId: `a${this.#allocations++}` };
      const copy: CopyView = { ...fresh, primary: false, state: 'INITIALIZING' };
      next = { ...next, copies: [...next.copies, copy] };
    }
    if (next.copies === before.copies && next.inSync === before.inSync) return;
    this.#view = { ...next, version: before.version + 1 };
    this.#world.committed(this.#view);
  }

  /**
   * Assigns a primary. When a lost primary has no started successor, the replicas that were
   * recovering from it are removed.
   */
  #withPrimary(view: ShardView): ShardView {
    if (primaryOf(view) !== undefined) return view;
    const successor = this.#successor(view);
    if (successor === undefined) return view.copies.length === 0 ? view : { ...view, copies: [] };
    const others =
      successor.state === 'STARTED'
        ? view.copies.filter(({ allocationId }) => allocationId !== successor.allocationId)
        : [];
    return { ...view, primaryTerm: view.primaryTerm + 1, copies: [successor, ...others] };
  }

  /**
   * The next primary: a started replica, or else a copy on disk; a shard that never started begins
   * empty.
   */
  #successor(view: ShardView): CopyView | undefined {
    const isPromotable = (id: string) => this.#rules.isPromotable(view.inSync, id);
    const replica = view.copies.find(
      (copy) => copy.state === 'STARTED' && isPromotable(copy.allocationId),
    );
    if (replica !== undefined) return { ...replica, primary: true };
    for (const nodeId of this.#world.members()) {
      const allocationId = this.#world.copyOnDisk(nodeId);
      if (allocationId === undefined || !isPromotable(allocationId)) continue;
      return { nodeId, allocationId, primary: true, state: 'INITIALIZING' };
    }
    const [nodeId] = this.#world.members();
    if (view.inSync.length > 0 || nodeId === undefined) return undefined;
    const allocationId = `a${this.#allocations++}`;
    return { nodeId, allocationId, primary: true, state: 'INITIALIZING' };
  }

  #lacksReplica(view: ShardView): boolean {
    const moving = view.copies.filter(({ handsOverTo }) => handsOverTo !== undefined).length;
    const wanted = 1 + this.#replicas + moving;
    return primaryOf(view)?.state === 'STARTED' && view.copies.length < wanted;
  }

  #freeNode(view: ShardView): string | undefined {
    const taken = new Set(view.copies.map(({ nodeId }) => nodeId));
    return this.#world.members().find((nodeId) => !taken.has(nodeId));
  }
}

/** Keeps a primary in place when the copy that was to replace it is gone. */
function withoutLostMoves(view: ShardView): ShardView {
  const isLost = ({ handsOverTo }: CopyView) =>
    handsOverTo !== undefined && findCopy(view, handsOverTo) === undefined;
  if (!view.copies.some(isLost)) return view;
  const copies = view.copies.map((copy) =>
    isLost(copy) ? { ...copy, handsOverTo: undefined } : copy,
  );
  return { ...view, copies };
}
