/**
 * How far back a primary keeps its history for each of its copies, so that one that was away for a while comes back by operations alone. A copy
 * needs what is above the checkpoint it has on disk. For one that is gone it is kept until all copies are there again, and for a time at most.
 */
import type { Clock } from '@skein/base';

interface Lease {
  readonly fromSeqNo: number;
  /** On the monotonic clock. */
  readonly renewedMs: number;
  readonly renewedAtMs: number;
}

/** As it is shown. */
export interface RetentionLease {
  /** `inherited`: what the predecessor of this primary kept. */
  readonly id: string;
  readonly retainingSeqNo: number;
  readonly timestampMs: number;
}

export class RetentionLeases {
  readonly #clock: Clock;
  readonly #byNode = new Map<string, Lease>();
  /** Of copies this primary has never heard: what its predecessor kept. */
  #inherited: Lease | undefined;
  #version = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** How often they have changed. */
  get version(): number {
    return this.#version;
  }

  /** A copy took over from another primary. */
  inherit(fromSeqNo: number): void {
    if (Number.isFinite(fromSeqNo)) this.#inherited = this.#lease(fromSeqNo);
  }

  /** The copy on this node has everything up to the checkpoint, and knows that all have. */
  renew(nodeId: string, globalCheckpoint: number): void {
    this.#byNode.set(nodeId, this.#lease(globalCheckpoint + 1));
  }

  /** All copies are there, on these nodes beside this one: nobody else will come back. What was inherited stays until each of them was heard. */
  keepOnly(nodeIds: ReadonlySet<string>): void {
    if (this.#inherited !== undefined && [...nodeIds].every((id) => this.#byNode.has(id))) {
      this.#inherited = undefined;
      this.#version++;
    }
    for (const nodeId of this.#byNode.keys()) if (!nodeIds.has(nodeId)) this.#drop(nodeId);
  }

  /** Ends what has lasted too long, but for copies that are there. */
  expire(present: ReadonlySet<string>, periodMs: number): void {
    const nowMs = this.#clock.monotonicMs();
    const isOver = ({ renewedMs }: Lease) => nowMs - renewedMs > periodMs;
    if (this.#inherited !== undefined && isOver(this.#inherited)) {
      this.#inherited = undefined;
      this.#version++;
    }
    for (const [nodeId, lease] of this.#byNode) {
      if (!present.has(nodeId) && isOver(lease)) this.#drop(nodeId);
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

  list(): readonly RetentionLease[] {
    const named: [string, Lease][] = [...this.#byNode].map(([id, lease]) => [leaseId(id), lease]);
    if (this.#inherited !== undefined) named.push(['inherited', this.#inherited]);
    return named.map(([id, { fromSeqNo, renewedAtMs }]) => ({
      id,
      retainingSeqNo: fromSeqNo,
      timestampMs: renewedAtMs,
    }));
  }

  #drop(nodeId: string): void {
    this.#byNode.delete(nodeId);
    this.#version++;
  }

  #lease(fromSeqNo: number): Lease {
    this.#version++;
    return { fromSeqNo, renewedMs: this.#clock.monotonicMs(), renewedAtMs: this.#clock.nowMs() };
  }
}

/** The reference's name of a copy's lease. */
export function leaseId(nodeId: string): string {
  return `peer_recovery/${nodeId}`;
}
