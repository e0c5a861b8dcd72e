/** Watches every event and knows what was acknowledged. The invariants are those of docs/specs/replication.md. */
import type { Operation, ShardView } from '@skein/cluster';
import { must } from '../violation.js';
import type { DataNode } from './data_node.js';

export class WriteLedger {
  readonly #acknowledged: Operation[] = [];
  /** Who has acknowledged in a term. */
  readonly #acknowledgers = new Map<number, string>();
  /** The highest term a copy has taken operations of. */
  readonly #terms = new Map<string, number>();
  #checkpoint = -1;
  #checkpointTerm = 0;

  get count(): number {
    return this.#acknowledged.length;
  }

  /** R1, R2. */
  acknowledged(
    by: DataNode,
    operations: readonly Operation[],
    view: ShardView,
    nodes: readonly DataNode[],
  ): void {
    const id = by.store.allocationId ?? '';
    for (const operation of operations) {
      const other = this.#acknowledgers.get(operation.term);
      must(
        other === undefined || other === id,
        'R2',
        () => `${id} and ${other} in term ${operation.term}`,
      );
      this.#acknowledgers.set(operation.term, id);
      this.#acknowledged.push(operation);
    }
    for (const node of inSyncNodes(view, nodes)) holds(node, operations);
  }

  /** R1: what is in-sync now, or has just lost something, still has everything. */
  check(view: ShardView, nodes: readonly DataNode[]): void {
    for (const node of inSyncNodes(view, nodes)) holds(node, this.#acknowledged);
  }

  /** R3: operations of a term, taken by a copy. */
  taken(allocationId: string, term: number): void {
    const highest = this.#terms.get(allocationId) ?? 0;
    must(term >= highest, 'R3', () => `${allocationId} took term ${term} after ${highest}`);
    this.#terms.set(allocationId, term);
  }

  /** R4: below an active primary's checkpoint all in-sync copies have the same operations. */
  checkpoint(term: number, checkpoint: number, view: ShardView, nodes: readonly DataNode[]): void {
    if (term === this.#checkpointTerm) {
      must(checkpoint >= this.#checkpoint, 'R4', () => `checkpoint fell to ${checkpoint}`);
      if (checkpoint === this.#checkpoint) return;
    }
    const from = term === this.#checkpointTerm ? this.#checkpoint + 1 : 0;
    this.#checkpoint = checkpoint;
    this.#checkpointTerm = term;
    const copies = inSyncNodes(view, nodes);
    for (let seqNo = from; seqNo <= checkpoint; seqNo++) {
      const found = copies.map(({ store }) => store.durable.find(seqNo));
      const isSame = found.every((one) => one !== undefined && isEqual(one, found[0]));
      must(isSame, 'R4', () => `copies differ at ${seqNo} below the checkpoint ${checkpoint}`);
    }
  }

  /** R5, R6: after quiet all started copies are equal, without a gap, and have what was acknowledged. */
  settled(view: ShardView, nodes: readonly DataNode[]): void {
    const started = view.copies.flatMap(({ nodeId, state }) =>
      state === 'STARTED' ? nodes.filter(({ id }) => id === nodeId) : [],
    );
    const histories = started.map(({ store }) => store.current.from(0));
    const [first = []] = histories;
    for (const [i, { seqNo }] of first.entries()) {
      must(seqNo === i, 'R5', () => `no operation ${i}`);
    }
    for (const history of histories) {
      const isSame =
        history.length === first.length && history.every((one, i) => isEqual(one, first[i]));
      must(isSame, 'R6', () => `copies differ: ${history.length} and ${first.length} operations`);
    }
    for (const operation of this.#acknowledged) {
      must(isEqual(operation, first[operation.seqNo]), 'R1', () => `lost ${operation.seqNo}`);
    }
  }
}

function inSyncNodes(view: ShardView, nodes: readonly DataNode[]): DataNode[] {
  return nodes.filter(
    ({ store: { allocationId } }) =>
      allocationId !== undefined && view.inSync.includes(allocationId),
  );
}

function holds(node: DataNode, operations: readonly Operation[]): void {
  const { durable, allocationId } = node.store;
  for (const operation of operations) {
    const found = durable.find(operation.seqNo);
    must(
      isEqual(operation, found),
      'R1',
      () => `${allocationId} lacks ${operation.seqNo} of term ${operation.term}`,
    );
  }
}

/** A body is given once: it tells operations apart. */
function isEqual(one: Operation, other: Operation | undefined): boolean {
  return other !== undefined && one.body === other.body && one.term === other.term;
}
