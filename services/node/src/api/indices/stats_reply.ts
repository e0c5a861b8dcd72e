/** The answer of `_stats`: all shards, then by index, then by shard, as deep as `level` says. */
import { type ClusterState, requireIndex } from '@skein/cluster';
import type { JsonObject } from '@skein/content';
import type { ShardStats } from '@skein/shard';
import type { BroadcastResult } from '../../shard_host/mod.js';
import { shardsJson } from './broadcast_reply.js';
import { renderSections } from './stats_metrics.js';
import { EMPTY_STATS, sumStats } from './sum_stats.js';

export interface StatsView {
  readonly state: ClusterState;
  readonly metrics: readonly string[];
  readonly level: 'cluster' | 'indices' | 'shards';
  readonly human: boolean;
}

interface ShardPart {
  readonly shardId: number;
  readonly stats: ShardStats;
}

export function renderStats(result: BroadcastResult<ShardStats>, view: StatsView): JsonObject {
  const byIndex = new Map<string, ShardPart[]>();
  for (const outcome of result.outcomes) {
    if (!outcome.ok) continue;
    const { index, shardId } = outcome.target;
    const parts = byIndex.get(index) ?? [];
    parts.push({ shardId, stats: outcome.reply });
    byIndex.set(index, parts);
  }
  const all = [...byIndex.values()].flat();
  const answer = { _shards: shardsJson(result), _all: totals(all, view) };
  if (view.level === 'cluster') return answer;
  const indices = [...byIndex].map(([name, parts]) => [name, indexJson(name, parts, view)]);
  return { ...answer, indices: Object.fromEntries(indices) };
}

/** Every copy here is a primary while replicas are not placed. */
function totals(parts: readonly ShardPart[], { metrics, human }: StatsView): JsonObject {
  const sum = sumStats(EMPTY_STATS, ...parts.map((part) => part.stats));
  const sections = renderSections(sum, metrics, human);
  return { primaries: sections, total: sections };
}

function indexJson(name: string, parts: readonly ShardPart[], view: StatsView): JsonObject {
  const { uuid } = requireIndex(view.state, name);
  const answer = { uuid, ...totals(parts, view) };
  if (view.level !== 'shards') return answer;
  const shards = parts.map((part) => [String(part.shardId), [shardJson(name, part, view)]]);
  return { ...answer, shards: Object.fromEntries(shards) };
}

function shardJson(name: string, { shardId, stats }: ShardPart, view: StatsView): JsonObject {
  const copy = view.state.routing.get(name)?.shards[shardId]?.find((one) => one.primary);
  return {
    routing: {
      state: copy?.state ?? 'STARTED',
      primary: true,
      node: copy?.nodeId ?? null,
      relocating_node: null,
    },
    ...renderSections(stats, view.metrics, view.human),
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
    retention_leases: { primary_term: 1, version: 0, leases: [] },
  };
}
