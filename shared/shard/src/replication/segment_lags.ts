/** The lags of the replicas that copy a primary's segments, as the primary knows them. */
import type { Clock } from '@skein/base';
import type { SegmentsShown } from '@skein/cluster/replication';
import { RoundProgress, type RoundState } from './round_progress.js';

/** The lag of one replica. */
export interface ReplicaLag {
  readonly nodeId: string;
  readonly allocationId: string;
  /** Number of the primary's publications that the replica does not show yet. */
  readonly checkpointsBehind: number;
  /** Bytes of the primary's visible segments that the replica lacks. */
  readonly bytesBehind: number;
  /** Time since the first of these publications; 0: there are none. */
  readonly currentLagMs: number;
  /** Time that the last publication took to reach the replica. */
  readonly lastLagMs: number;
  /** The round under way. */
  readonly round: RoundState | undefined;
  /** The last successful round. */
  readonly lastRound: RoundState | undefined;
}

/** A segment that searches see on the primary. */
export interface ShownSegment {
  readonly name: string;
  readonly sizeBytes: number;
}

interface Known {
  has: number;
  lastLagMs: number;
  round: RoundProgress | undefined;
  lastRound: RoundProgress | undefined;
}

/** Limit of recorded publications; only the last ones are kept. */
const MAX_TIMES = 1000;

export class SegmentLags {
  readonly #clock: Clock;
  /** Times of the publications, by number. */
  readonly #times = new Map<number, number>();
  readonly #copies = new Map<string, Known>();
  #shown: SegmentsShown = { published: 0, copies: [] };

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Updates the lags. Call it whenever the progress may have changed. */
  update(shown: SegmentsShown): void {
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

  /** Starts a round for this copy. */
  begin(allocationId: string): RoundProgress {
    const round = new RoundProgress(this.#clock);
    this.#of(allocationId).round = round;
    return round;
  }

  /** Ends that round. `isDone`: the copy has its segments. */
  ended(allocationId: string, round: RoundProgress, isDone: boolean): void {
    const known = this.#copies.get(allocationId);
    if (known?.round !== round) return;
    round.ended();
    known.round = undefined;
    if (isDone) known.lastRound = round;
  }

  /** The lags of all replicas; `segments` are the primary's visible segments. */
  list(segments: readonly ShownSegment[]): readonly ReplicaLag[] {
    const nowMs = this.#clock.monotonicMs();
    const { published, copies } = this.#shown;
    return copies.map(({ copy: { allocationId, nodeId }, has }) => {
      const { lastLagMs, round, lastRound } = this.#of(allocationId);
      const checkpointsBehind = published - has;
      const isBehind = checkpointsBehind > 0;
      return {
        nodeId,
        allocationId,
        checkpointsBehind,
        bytesBehind: isBehind ? bytesLacking(segments, lastRound?.names) : 0,
        currentLagMs: isBehind ? nowMs - this.#timeOf(has + 1, nowMs) : 0,
        lastLagMs,
        round: round?.state,
        lastRound: lastRound?.state,
      };
    });
  }

  #of(allocationId: string): Known {
    const known = this.#copies.get(allocationId) ?? {
      has: 0,
      lastLagMs: 0,
      round: undefined,
      lastRound: undefined,
    };
    this.#copies.set(allocationId, known);
    return known;
  }

  /** Time of a publication; for one that is no longer recorded, that of the oldest recorded one. */
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

/**
 * Bytes of the segments that a replica lacks. Segments are compared by name: only their deletions
 * change, which are a few bytes.
 */
function bytesLacking(
  segments: readonly ShownSegment[],
  names: ReadonlySet<string> | undefined,
): number {
  return segments.reduce(
    (sum, { name, sizeBytes }) => sum + (names?.has(`${name}.seg`) === true ? 0 : sizeBytes),
    0,
  );
}
