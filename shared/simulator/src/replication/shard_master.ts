/**
 * The master as one shard sees it: committed states in order, each a consequence of a report, a node that left or one that came back. That
 * there is one master is the coordination simulation's to prove.
 */
import {
  type CopyView,
  findCopy,
  primaryOf,
  type ReplicationRules,
  type Report,
  type ShardView,
} from '@skein/cluster';

export interface MasterWorld {
  /** Nodes that are members, in the order to place copies. */
  members(): readonly string[];
  /** The allocation id of the copy on a member's disk. */
  copyOnDisk(nodeId: string): string | undefined;
  committed(view: ShardView): void;
}

export class ShardMaster {
  readonly #world: MasterWorld;
  readonly #rules: ReplicationRules;
  readonly #replicas: number;
  #view: ShardView = { version: 0, primaryTerm: 0, copies: [], inSync: [] };
  #allocations = 0;

  constructor(world: MasterWorld, rules: ReplicationRules, replicas: number) {
    this.#world = world;
    this.#rules = rules;
    this.#replicas = replicas;
  }

  get view(): ShardView {
    return this.#view;
  }

  /** Whether the report was heeded (or is true already). */
  report(report: Report): boolean {
    const { primaryTerm, copies, inSync } = this.#view;
    if (!this.#rules.isReportCurrent(primaryTerm, report.term)) return false;
    const { allocationId } = report;
    const copy = findCopy(this.#view, allocationId);
    if (report.kind === 'shard_started') {
      if (copy === undefined) return false;
      this.#commit({
        copies: copies.map((one) => (one === copy ? { ...one, state: 'STARTED' } : one)),
        inSync: inSync.includes(allocationId) ? inSync : [...inSync, allocationId],
      });
      return true;
    }
    this.#commit({
      copies: copies.filter((one) => one !== copy),
      inSync: inSync.filter((id) => id !== allocationId),
    });
    return true;
  }

  left(nodeId: string): void {
    const copies = this.#view.copies.filter((copy) => copy.nodeId !== nodeId);
    this.#commit({ copies });
  }

  /** The copy could not be opened; it stays in-sync, for it may be found yet. */
  unassign(allocationId: string): void {
    const copies = this.#view.copies.filter((copy) => copy.allocationId !== allocationId);
    this.#commit({ copies });
  }

  reroute(): void {
    this.#commit({});
  }

  #commit(change: Partial<ShardView>): void {
    const before = this.#view;
    let next = this.#withPrimary({ ...before, ...change });
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

  /** Replicas that were recovering from a primary that is gone without a successor have nobody to recover from. */
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

  /** A started replica; else a copy on disk; a shard that never started begins empty. */
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
    return primaryOf(view)?.state === 'STARTED' && view.copies.length < 1 + this.#replicas;
  }

  #freeNode(view: ShardView): string | undefined {
    const taken = new Set(view.copies.map(({ nodeId }) => nodeId));
    return this.#world.members().find((nodeId) => !taken.has(nodeId));
  }
}
