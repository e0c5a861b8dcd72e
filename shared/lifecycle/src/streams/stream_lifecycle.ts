/** When a data stream with a lifecycle rolls over, and which of its indices are too old. */
import { parseByteSize, parseTimeMs } from '@skein/base';
import type { ClusterState, DataStream, IndexMetadata } from '@skein/cluster';
import { largest, type PrimaryFacts, sum } from '../facts.js';
import { illegal } from '../members.js';

export interface StreamFacts {
  /** The one that is written to. */
  readonly index: IndexMetadata;
  readonly primaries: readonly PrimaryFacts[] | undefined;
  readonly nowMs: number;
}

const SETTING = 'cluster.lifecycle.default.rollover';

type Value = (facts: StreamFacts, primaries: readonly PrimaryFacts[]) => number;

const VALUES: Readonly<Record<string, Value>> = {
  age: ({ index, nowMs }) => nowMs - index.creationDateMs,
  docs: (_facts, primaries) => sum(primaries, ({ docs }) => docs),
  size: (_facts, primaries) => sum(primaries, ({ bytes }) => bytes),
  primary_shard_size: (_facts, primaries) => largest(primaries, ({ bytes }) => bytes),
  primary_shard_docs: (_facts, primaries) => largest(primaries, ({ docs }) => docs),
};

/** `conditions`: `max_age=30d,min_docs=1`, as the setting has them. One of the largest is reached, and all the least are. */
export function isStreamDue(conditions: string, facts: StreamFacts): boolean {
  const { primaries } = facts;
  if (primaries === undefined) return false;
  let isReached = false;
  for (const { kind, value, bound } of readConditions(conditions)) {
    const isMet = value(facts, primaries) >= bound;
    if (kind === 'min' && !isMet) return false;
    if (kind === 'max' && isMet) isReached = true;
  }
  return isReached;
}

interface Condition {
  readonly kind: string;
  readonly value: Value;
  readonly bound: number;
}

/** Throws illegal_argument_exception. */
export function readConditions(text: string): readonly Condition[] {
  const conditions = text.split(',').map((part) => {
    const [name = '', given = ''] = part.trim().split('=');
    const [, kind = '', what = ''] = /^(max|min)_(.+)$/.exec(name) ?? [];
    const value = Object.hasOwn(VALUES, what) ? VALUES[what] : undefined;
    const bound = boundOf(what, given);
    if (value === undefined || bound === undefined) {
      throw illegal(`[${part}] is no condition of [${SETTING}]`);
    }
    return { kind, value, bound };
  });
  if (conditions.some(({ kind }) => kind === 'max')) return conditions;
  throw illegal(`[${SETTING}] needs a condition that begins with max`);
}

function boundOf(what: string, text: string): number | undefined {
  if (what === 'age') return parseTimeMs(text);
  if (what.endsWith('size')) return parseByteSize(text);
  return /^\d+$/.test(text) ? Number(text) : undefined;
}

/** Backing indices that rolled over longer ago than documents are kept. Those of a policy are left to it. */
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
