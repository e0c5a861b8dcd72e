/** How far the replicas that copy a primary's segments are behind it, as the primary knows it. */
import type { Clock } from '@skein/base';
import type { SegmentsShown } from '@skein/cluster/replication';

/** One replica. */
export interface ReplicaLag {
  readonly nodeId: string;
  /** Times that the primary has shown something new which the replica does not show yet. */
  readonly checkpointsBehind: number;
  /** Of the round under way: what has not been sent yet. */
  readonly bytesBehind: number;
  /** Since the first of these times; 0: none. */
  readonly currentLagMs: number;
  /** How long the last took that came to the replica. */
  readonly lastLagMs: number;
}

interface Known {
  has: number;
  lastLagMs: number;
  bytesBehind: number;
}

/** Of more times than that only the last ones are known. */
const MAX_TIMES = 1000;

export class SegmentLags {
  readonly #clock: Clock;
  /** When something new was shown, by its number. */
  readonly #times = new Map<number, number>();
  readonly #copies = new Map<string, Known>();
  #shown: SegmentsShown = { published: 0, copies: [] };

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** To be called whenever something of it may have changed. */
  see(shown: SegmentsShown): void {
    const nowMs = this.#clock.monotonicMs();
    if (shown.published !== this.#shown.published) this.#times.set(shown.published, nowMs);
    this.#shown = shown;
    const ids = new Set(shown.copies.map(({ copy }) => copy.allocationId));
    for (const id of this.#copies.keys()) if (!ids.has(id)) this.#copies.delete(id);
    for (const { copy, has } of shown.copies) {
      const known = this.#of(copy.allocationId);
      if (has > known.has) known.lastLagMs = nowMs - this.#timeOf(has, nowMs);
      known.has = has;
    }
    this.#forget(Math.min(shown.published - 1, ...shown.copies.map(({ has }) => has)));
  }

  /** A round for this copy has so many bytes to send; fewer as they go. */
  bytesLeft(allocationId: string, bytes: number): void {
    this.#of(allocationId).bytesBehind = bytes;
  }

  get list(): readonly ReplicaLag[] {
    const nowMs = this.#clock.monotonicMs();
    const { published, copies } = this.#shown;
    return copies.map(({ copy: { allocationId, nodeId }, has }) => {
      const { lastLagMs, bytesBehind } = this.#of(allocationId);
      const checkpointsBehind = published - has;
      const currentLagMs = checkpointsBehind > 0 ? nowMs - this.#timeOf(has + 1, nowMs) : 0;
      return { nodeId, checkpointsBehind, bytesBehind, currentLagMs, lastLagMs };
    });
  }

  #of(allocationId: string): Known {
    const known = this.#copies.get(allocationId) ?? { has: 0, lastLagMs: 0, bytesBehind: 0 };
    this.#copies.set(allocationId, known);
    return known;
  }

  /** Of one that is not known any more, that of the oldest that is. */
  #timeOf(publication: number, nowMs: number): number {
    const [oldest] = this.#times.values();
    return this.#times.get(publication) ?? oldest ?? nowMs;
  }

  #forget(upTo: number): void {
    for (const publication of this.#times.keys()) {
      if (publication > upTo && this.#times.size <= MAX_TIMES) return;
      this.#times.delete(publication);
    }
  }
}
