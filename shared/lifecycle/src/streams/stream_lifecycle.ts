/**
 * Determines when a data stream with a lifecycle rolls over, and which of its indices are too old.
 */
import type { ClusterState, DataStream, IndexMetadata } from '@skein/cluster';
import type { RolloverCondition, RolloverFact } from '@skein/settings';
import { largest, type PrimaryFacts, sum } from '../facts.js';

export interface StreamFacts {
  /** The stream's write index. */
  readonly index: IndexMetadata;
  readonly primaries: readonly PrimaryFacts[] | undefined;
  readonly nowMs: number;
}

type Value = (facts: StreamFacts, primaries: readonly PrimaryFacts[]) => number;

const VALUES: Readonly<Record<RolloverFact, Value>> = {
  age: ({ index, nowMs }) => nowMs - index.creationDateMs,
  docs: (_facts, primaries) => sum(primaries, ({ docs }) => docs),
  size: (_facts, primaries) => sum(primaries, ({ bytes }) => bytes),
  primary_shard_size: (_facts, primaries) => largest(primaries, ({ bytes }) => bytes),
  primary_shard_docs: (_facts, primaries) => largest(primaries, ({ docs }) => docs),
};

/** True if one of the `max` conditions and all of the `min` conditions are reached. */
export function isStreamDue(conditions: readonly RolloverCondition[], facts: StreamFacts): boolean {
  const { primaries } = facts;
  if (primaries === undefined) return false;
  let isReached = false;
  for (const { kind, fact, bound } of conditions) {
    const isMet = VALUES[fact](facts, primaries) >= bound;
    if (kind === 'min' && !isMet) return false;
    if (kind === 'max' && isMet) isReached = true;
  }
  return isReached;
}

/**
 * Backing indices that rolled over longer ago than the retention. Indices with a policy are left to
 * it.
 */
export function outdatedIndices(
  { metadata }: ClusterState,
  { indices, lifecycle }: DataStream,
  nowMs: number,
): readonly string[] {
  const retentionMs = lifecycle?.retentionMs;
  if (retentionMs === undefined) return [];
  return indices.slice(0, -1).filter((name, i) => {
    const index = metadata.indices.get(name);
    const next = metadata.indices.get(indices[i + 1] ?? '');
    if (index === undefined || next === undefined || index.lifecycle !== undefined) return false;
    return nowMs - next.creationDateMs >= retentionMs;
  });
}
