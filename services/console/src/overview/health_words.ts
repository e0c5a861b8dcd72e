/**
 * The health of the cluster as sentences: how many shards are lost, missing, starting or moving,
 * why, and since when.
 */
import type { PluralKey } from '../messages/en.js';
import type { Health, ShardRow } from './cluster_shapes.js';

export interface Sentence {
  readonly tone: 'good' | 'warn' | 'bad' | 'plain';
  readonly key: PluralKey;
  readonly count: number;
  readonly why?: Why;
  /** One of the unassigned shards, so that the page can request why it is unassigned. */
  readonly shard?: ShardRow;
}

/** The reason why shards are unassigned, and for how long the oldest of them has been. */
export interface Why {
  readonly reason: string;
  readonly agoMs: number;
  /** The id of the node that left, if all these shards were on the same one. */
  readonly leftNode?: string;
}

export function healthWords(
  health: Health,
  shards: readonly ShardRow[],
  nowMs: number,
): readonly Sentence[] {
  const unassigned = shards.filter(({ state }) => state === 'UNASSIGNED');
  const lost = unassigned.filter(({ prirep }) => prirep === 'p');
  const missing = unassigned.filter(({ prirep }) => prirep !== 'p');
  const about = (
    tone: Sentence['tone'],
    key: PluralKey,
    groups: ReadonlyMap<string, readonly ShardRow[]>,
  ): Sentence[] =>
    [...groups].map(([reason, rows]) => {
      const [shard] = rows;
      const why = { reason, agoMs: longestAgo(rows, nowMs), ...commonNode(rows) };
      return { tone, key, count: rows.length, why, ...(shard === undefined ? {} : { shard }) };
    });
  const counted = (tone: Sentence['tone'], key: PluralKey, count: number): Sentence[] =>
    count === 0 ? [] : [{ tone, key, count }];
  const sentences = [
    ...about('bad', 'overview.lost', byReason(lost)),
    ...about('warn', 'overview.missing', byReason(missing)),
    ...counted('warn', 'overview.delayed', health.delayed_unassigned_shards),
    ...counted('plain', 'overview.starting', health.initializing_shards),
    ...counted('plain', 'overview.moving', health.relocating_shards),
  ];
  const isWhole = unassigned.length === 0 && health.initializing_shards === 0;
  const primaries = health.active_primary_shards;
  return isWhole ? [...counted('good', 'overview.all', primaries), ...sentences] : sentences;
}

function byReason(rows: readonly ShardRow[]): ReadonlyMap<string, readonly ShardRow[]> {
  return Map.groupBy(rows, ({ reason }) => (reason ?? 'unknown').toLowerCase());
}

function commonNode(rows: readonly ShardRow[]): Pick<Why, 'leftNode'> {
  const [leftNode, ...others] = new Set(rows.map((row) => row.leftNode));
  return leftNode === undefined || others.length > 0 ? {} : { leftNode };
}

function longestAgo(rows: readonly ShardRow[], nowMs: number): number {
  const times = rows.flatMap(({ at }) => (at === null ? [] : [Date.parse(at)]));
  return times.length === 0 ? 0 : Math.max(0, nowMs - Math.min(...times));
}
