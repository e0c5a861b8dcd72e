/**
 * Checks every event and records the acknowledged writes. The invariants are those of
 * docs/specs/replication.md.
 */
import { type Operation, primaryOf, type ShardView } from '@skein/cluster';
import { must } from '../violation.js';
import type { DataNode } from './data_node.js';
import type { StoreContent } from './store_content.js';

export class WriteLedger {
  readonly #acknowledged: Operation[] = [];
  /** The copies that were primary in a term, in order; several when one handed over to the next. */
  readonly #primaries = new Map<number, readonly string[]>();
  /** For each term, the index in #primaries of the copy that acknowledged last. */
  readonly #acknowledgers = new Map<number, number>();
  /** The highest term of which each copy has taken operations. */
  readonly #terms = new Map<string, number>();
  /** For each term, the highest number when its primary took its first write. */
  readonly #ends = new Map<number, number>();
  #checkpoint = -1;
  /** The copy and term that #checkpoint belongs to. */
  #reign = '';
  #comparesNoops = true;

  /** For commits, which do not tell the term of a no-op. */
  ignoreTermsOfNoops(): void {
    this.#comparesNoops = false;
  }

  get count(): number {
    return this.#acknowledged.length;
  }

  /** Checks R1 and R2. */
  acknowledged(
    by: DataNode,
    operations: readonly Operation[],
    view: ShardView,
    nodes: readonly DataNode[],
  ): void {
    const id = by.store.allocationId ?? '';
    for (const operation of operations) {
      this.#acknowledges(id, operation.term);
      this.#acknowledged.push(operation);
    }
    for (const node of inSyncNodes(view, nodes)) holds(node, operations);
  }

  /**
   * R2: the primaries of a term acknowledge one after the other, as they hand over: none again
   * after its successor.
   */
  #acknowledges(id: string, term: number): void {
    const primaries = this.#primaries.get(term) ?? [];
    const at = primaries.indexOf(id);
    const before = this.#acknowledgers.get(term) ?? -1;
    must(
      at >= 0 && at >= before,
      'R2',
      () => `${id} in term ${term} of ${primaries.join()}, after ${primaries[before]}`,
    );
    this.#acknowledgers.set(term, at);
  }

  /** Records the primary of a committed view. */
  committed(view: ShardView): void {
    const id = primaryOf(view)?.allocationId;
    const primaries = this.#primaries.get(view.primaryTerm) ?? [];
    if (id === undefined || primaries.includes(id)) return;
    this.#primaries.set(view.primaryTerm, [...primaries, id]);
  }

  /**
   * R1: a copy that is in-sync, even if it has just lost data, still has every acknowledged
   * operation.
   */
  check(view: ShardView, nodes: readonly DataNode[]): void {
    for (const node of inSyncNodes(view, nodes)) {
      holds(node, this.#acknowledged);
      showsConfirmed(node);
    }
  }

  /** R3: a copy takes no operations of a lower term than before. */
  taken(allocationId: string, term: number): void {
    const highest = this.#terms.get(allocationId) ?? 0;
    must(term >= highest, 'R3', () => `${allocationId} took term ${term} after ${highest}`);
    this.#terms.set(allocationId, term);
  }

  /**
   * Records a primary that takes writes in a term: once it has acknowledged one, no operation of an
   * earlier term may be above its present operations.
   */
  active({ store }: DataNode, term: number): void {
    if (!this.#ends.has(term)) this.#ends.set(term, store.current.maxSeqNo());
  }

  /**
   * D2, D3: a restore has no gap, and brings back no operation that a primary of a later term
   * lacked when it took its first write, if it acknowledged any.
   */
  restored(operations: readonly Operation[]): void {
    for (const [i, { seqNo }] of operations.entries()) {
      must(seqNo === i, 'D3', () => `no operation ${i} in the remote store`);
    }
    for (const { seqNo, term } of operations) {
      for (const [later, end] of this.#ends) {
        const never = term < later && seqNo > end && this.#acknowledgers.has(later);
        must(!never, 'D2', () => `${seqNo} of term ${term} is back, and term ${later} had ${end}`);
      }
    }
  }

  /** D1: every acknowledged operation can be restored. */
  restorable(operations: readonly Operation[] | undefined): void {
    for (const operation of this.#acknowledged) {
      must(
        isEqual(operation, operations?.[operation.seqNo]),
        'D1',
        () => `the store lacks ${operation.seqNo} of term ${operation.term}`,
      );
    }
    this.restored(operations ?? []);
  }

  /** R4: below an active primary's checkpoint all in-sync copies have the same operations. */
  checkpoint(by: DataNode, checkpoint: number, view: ShardView, nodes: readonly DataNode[]): void {
    const reign = `${view.primaryTerm}/${by.store.allocationId}`;
    if (reign === this.#reign) {
      must(checkpoint >= this.#checkpoint, 'R4', () => `checkpoint fell to ${checkpoint}`);
      if (checkpoint === this.#checkpoint) return;
    }
    const from = reign === this.#reign ? this.#checkpoint + 1 : 0;
    this.#checkpoint = checkpoint;
    this.#reign = reign;
    const copies = inSyncNodes(view, nodes);
    for (let seqNo = from; seqNo <= checkpoint; seqNo++) {
      const found = copies.map(({ store }) => store.durable.find(seqNo));
      const isSame = found.every((one) => one !== undefined && this.#isEqual(one, found[0]));
      must(isSame, 'R4', () => `copies differ at ${seqNo} below the checkpoint ${checkpoint}`);
    }
  }

  /**
   * R5, R6: after a quiet time all started copies are equal, have no gap, and have every
   * acknowledged operation.
   */
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
        history.length === first.length && history.every((one, i) => this.#isEqual(one, first[i]));
      must(isSame, 'R6', () => `copies differ: ${history.length} and ${first.length} operations`);
    }
    for (const operation of this.#acknowledged) {
      must(isEqual(operation, first[operation.seqNo]), 'R1', () => `lost ${operation.seqNo}`);
    }
    for (const { store } of started) this.#shows(store.current, first);
  }

  /** R7: a copy that follows shows the same operations as its primary. */
  #shows({ follows, index }: StoreContent, history: readonly Operation[]): void {
    if (!follows) return;
    const isSame =
      index.size === history.length &&
      history.every((one) => this.#isEqual(one, index.get(one.seqNo)));
    must(isSame, 'R7', () => `${index.size} operations shown of ${history.length}`);
  }

  #isEqual(one: Operation, other: Operation | undefined): boolean {
    const isNoop = one.body === undefined && other !== undefined && other.body === undefined;
    return (isNoop && !this.#comparesNoops) || isEqual(one, other);
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

/** R8: a copy that follows shows no operation that may have to be rolled back. */
function showsConfirmed({ store: { durable, allocationId } }: DataNode): void {
  if (!durable.follows) return;
  const { newestCommit, globalCheckpoint } = durable;
  must(
    newestCommit.maxSeqNo <= globalCheckpoint,
    'R8',
    () => `${allocationId} shows ${newestCommit.maxSeqNo} above ${globalCheckpoint}`,
  );
}

/** Bodies are unique, so they identify operations. */
function isEqual(one: Operation, other: Operation | undefined): boolean {
  return other !== undefined && one.body === other.body && one.term === other.term;
}
