/**
 * How far back a primary keeps its history for each of its copies, so that one that was away for a while comes back by operations alone. A copy
 * needs what is above the checkpoint it has on disk. For one that is gone it is kept until all copies are there again, and for a time at most.
 */
interface Lease {
  readonly fromSeqNo: number;
  readonly renewedMs: number;
}

export class RetentionLeases {
  readonly #byNode = new Map<string, Lease>();
  /** Of copies this primary has never heard: what its predecessor kept. */
  #inherited: Lease | undefined;

  /** A copy took over from another primary. */
  inherit(fromSeqNo: number, nowMs: number): void {
    if (Number.isFinite(fromSeqNo)) this.#inherited = { fromSeqNo, renewedMs: nowMs };
  }

  /** The copy on this node has everything up to the checkpoint, and knows that all have. */
  renew(nodeId: string, globalCheckpoint: number, nowMs: number): void {
    this.#byNode.set(nodeId, { fromSeqNo: globalCheckpoint + 1, renewedMs: nowMs });
  }

  /** All copies are there: nobody else will come back. */
  keepOnly(nodeIds: ReadonlySet<string>): void {
    this.#inherited = undefined;
    for (const nodeId of this.#byNode.keys()) {
      if (!nodeIds.has(nodeId)) this.#byNode.delete(nodeId);
    }
  }

  /** Ends what has lasted too long, but for copies that are there. */
  expire(
    present: ReadonlySet<string>,
    { periodMs, nowMs }: { readonly periodMs: number; readonly nowMs: number },
  ): void {
    const isOver = ({ renewedMs }: Lease) => nowMs - renewedMs > periodMs;
    if (this.#inherited !== undefined && isOver(this.#inherited)) this.#inherited = undefined;
    for (const [nodeId, lease] of this.#byNode) {
      if (!present.has(nodeId) && isOver(lease)) this.#byNode.delete(nodeId);
    }
  }

  /** Infinity: nobody needs any. */
  get fromSeqNo(): number {
    const leases = [...this.#byNode.values(), this.#inherited];
    return Math.min(
      Number.POSITIVE_INFINITY,
      ...leases.map((lease) => lease?.fromSeqNo ?? Infinity),
    );
  }
}
