/** How far the replicas that copy a primary's segments are behind it, as the primary knows it. */
import type { Clock } from '@skein/base';
import type { SegmentsShown } from '@skein/cluster/replication';
import { RoundProgress, type RoundState } from './round_progress.js';

/** One replica. */
export interface ReplicaLag {
  readonly nodeId: string;
  readonly allocationId: string;
  /** Times that the primary has shown something new which the replica does not show yet. */
  readonly checkpointsBehind: number;
  /** Of the segments that the primary shows and the replica has not in its index. */
  readonly bytesBehind: number;
  /** Since the first of these times; 0: none. */
  readonly currentLagMs: number;
  /** How long the last took that came to the replica. */
  readonly lastLagMs: number;
  /** The round under way. */
  readonly round: RoundState | undefined;
  /** The last that succeeded. */
  readonly lastRound: RoundState | undefined;
}

/** A segment that searches see at the primary. */
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

  /** A round for this copy begins. */
  begin(allocationId: string): RoundProgress {
    const round = new RoundProgress(this.#clock);
    this.#of(allocationId).round = round;
    return round;
  }

  /** That round is over. `isDone`: the copy has its segments. */
  ended(allocationId: string, round: RoundProgress, isDone: boolean): void {
    const known = this.#copies.get(allocationId);
    if (known?.round !== round) return;
    round.ended();
    known.round = undefined;
    if (isDone) known.lastRound = round;
  }

  /** `segments`: those that searches see here. */
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

/** A segment never changes but for its deletions, which are a few bytes. */
function bytesLacking(
  segments: readonly ShownSegment[],
  names: ReadonlySet<string> | undefined,
): number {
  return segments.reduce(
    (sum, { name, sizeBytes }) => sum + (names?.has(`${name}.seg`) === true ? 0 : sizeBytes),
    0,
  );
}
