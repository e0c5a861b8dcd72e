/**
 * The leases by which a primary keeps its history for each copy, so that a copy that was away for a
 * while can recover by operations alone. A copy needs the operations above the checkpoint it has on
 * disk. For a copy that is gone they are kept until all copies are present again, and for a limited
 * time.
 */
import type { Clock } from '@skein/base';

interface Lease {
  readonly fromSeqNo: number;
  /** Time on the monotonic clock. */
  readonly renewedMs: number;
  readonly renewedAtMs: number;
}

/** The form in which a lease is shown. */
export interface RetentionLease {
  /** `inherited`: the lease taken over from the previous primary. */
  readonly id: string;
  readonly retainingSeqNo: number;
  readonly timestampMs: number;
}

export class RetentionLeases {
  readonly #clock: Clock;
  readonly #byNode = new Map<string, Lease>();
  /** Lease for copies that this primary has never heard from, taken over from its predecessor. */
  #inherited: Lease | undefined;
  #version = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A counter of changes. */
  get version(): number {
    return this.#version;
  }

  /** Takes over the history of the previous primary. */
  inherit(fromSeqNo: number): void {
    if (Number.isFinite(fromSeqNo)) this.#inherited = this.#lease(fromSeqNo);
  }

  /**
   * Renews the lease of the copy on this node, which has everything up to the checkpoint and knows
   * that all copies have.
   */
  renew(nodeId: string, globalCheckpoint: number): void {
    this.#byNode.set(nodeId, this.#lease(globalCheckpoint + 1));
  }

  /**
   * Drops the leases of other nodes: all copies are present, on these nodes besides this one. The
   * inherited lease stays until each of them was heard.
   */
  keepOnly(nodeIds: ReadonlySet<string>): void {
    if (this.#inherited !== undefined && [...nodeIds].every((id) => this.#byNode.has(id))) {
      this.#inherited = undefined;
      this.#version++;
    }
    for (const nodeId of this.#byNode.keys()) if (!nodeIds.has(nodeId)) this.#drop(nodeId);
  }

  /** Ends leases that have lasted too long, except for copies that are present. */
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

  /** Start of the history to keep; Infinity: no history is needed. */
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

/** OpenSearch's name for a copy's lease. */
export function leaseId(nodeId: string): string {
  return `peer_recovery/${nodeId}`;
}
