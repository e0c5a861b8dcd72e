/** The response of `_stats`: totals, then by index, then by shard, down to `level`. */
import { type ClusterState, requireIndex, type ShardCopy } from '@skein/cluster';
import type { JsonObject } from '@skein/content';
import type { ShardStats } from '@skein/shard';
import type { BroadcastResult, CopyTarget } from '../../../shard_router/mod.js';
import { shardsJson } from '../broadcast_reply.js';
import { renderSections, type StatFields } from './stats_metrics.js';
import { sumStats } from './sum_stats.js';

interface StatsView {
  readonly state: ClusterState;
  readonly metrics: readonly string[];
  readonly level: 'cluster' | 'indices' | 'shards';
  readonly human: boolean;
  /** See `Show.fields`. */
  readonly fields: StatFields;
}

interface CopyPart {
  readonly target: CopyTarget;
  readonly stats: ShardStats;
}

export function renderStats(result: BroadcastResult<ShardStats>, view: StatsView): JsonObject {
  const byIndex = new Map<string, CopyPart[]>();
  for (const outcome of result.outcomes) {
    if (!outcome.ok) continue;
    const { index } = outcome.target;
    const parts = byIndex.get(index) ?? [];
    parts.push({ target: outcome.target, stats: outcome.reply });
    byIndex.set(index, parts);
  }
  const all = [...byIndex.values()].flat();
  const answer = { _shards: shardsJson(result), _all: totals(all, view) };
  if (view.level === 'cluster') return answer;
  const indices = [...byIndex].map(([name, parts]) => [name, indexJson(name, parts, view)]);
  return { ...answer, indices: Object.fromEntries(indices) };
}

function totals(parts: readonly CopyPart[], view: StatsView): JsonObject {
  const sectionsOf = (some: readonly CopyPart[]) =>
    renderSections(sumStats(some.map(({ stats }) => stats)), view.metrics, view);
  const primaries = sectionsOf(parts.filter(({ target }) => target.primary));
  return { primaries, total: sectionsOf(parts) };
}

function indexJson(name: string, parts: readonly CopyPart[], view: StatsView): JsonObject {
  const { uuid } = requireIndex(view.state, name);
  const answer = { uuid, ...totals(parts, view) };
  if (view.level !== 'shards') return answer;
  const shards: Record<string, JsonObject[]> = {};
  for (const part of parts) {
    const copies = shards[part.target.shardId] ?? [];
    shards[part.target.shardId] = copies;
    copies.push(copyJson(part, view));
  }
  return { ...answer, shards };
}

function copyJson({ target, stats }: CopyPart, view: StatsView): JsonObject {
  const { index, shardId, nodeId, primary } = target;
  const copies = view.state.routing.get(index)?.shards[shardId] ?? [];
  const copy = copies.find((one) => one.nodeId === nodeId);
  return copyStatsJson({ state: 'STARTED', ...copy, primary, nodeId }, stats, view);
}

/** One copy of a shard, with its place. */
export function copyStatsJson(
  {
    state,
    primary,
    nodeId,
    relocation,
  }: Pick<ShardCopy, 'state' | 'primary' | 'nodeId' | 'relocation'>,
  stats: ShardStats,
  view: Pick<StatsView, 'metrics' | 'human' | 'fields'>,
): JsonObject {
  return {
    routing: {
      state,
      primary,
      node: nodeId ?? null,
      relocating_node: relocation?.nodeId ?? null,
    },
    ...renderSections(stats, view.metrics, view),
    commit: {
      id: stats.commit.id,
      generation: stats.commit.generation,
      user_data: stats.commit.userData,
      num_docs: stats.commit.docs,
    },
    seq_no: {
      max_seq_no: stats.seqNo.maxSeqNo,
      local_checkpoint: stats.seqNo.localCheckpoint,
      global_checkpoint: stats.seqNo.globalCheckpoint,
    },
    retention_leases: {
      primary_term: stats.retentionLeases.primaryTerm,
      version: stats.retentionLeases.version,
      leases: stats.retentionLeases.leases.map(({ id, retainingSeqNo, timestampMs }) => ({
        id,
        retaining_seq_no: retainingSeqNo,
        timestamp: timestampMs,
        source: 'peer recovery',
      })),
    },
  };
}
