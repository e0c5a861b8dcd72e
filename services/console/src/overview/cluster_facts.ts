/** The requests of the overview to the cluster. */
import { askJson } from '../api/client.js';
import type { ClusterFacts, Health, NodeVersion, ShardRow } from './cluster_shapes.js';
import { watermarksOf } from './watermarks.js';

const SHARD_COLUMNS = 'index,shard,prirep,state,docs,node,unassigned.reason,unassigned.at';

const WATERMARKS =
  '/_cluster/settings?include_defaults=true&flat_settings=true&filter_path=*.*watermark*';

type CatRow = Readonly<Record<string, string | null>>;

export async function readFacts(nowMs: () => number, signal: AbortSignal): Promise<ClusterFacts> {
  const [health, rows, stats, versions, master, settings] = await Promise.all([
    askJson<Health>({ path: '/_cluster/health', signal }),
    askJson<readonly CatRow[]>({
      path: `/_cat/shards?format=json&h=${SHARD_COLUMNS}`,
      signal,
    }),
    askJson<{ readonly nodes: ClusterFacts['nodes'] }>({
      path: '/_nodes/stats/os,jvm,fs,indices,breaker,thread_pool',
      signal,
    }),
    askJson<readonly NodeVersion[]>({ path: '/_cat/nodes?format=json&h=name,version', signal }),
    askJson<{ readonly master_node?: string }>({ path: '/_cluster/state/master_node', signal }),
    askJson<Parameters<typeof watermarksOf>[0]>({ path: WATERMARKS, signal }),
  ]);
  const shards = rows.map(shardRow);
  return {
    health,
    shards,
    nodes: stats.nodes,
    versions,
    master: master.master_node,
    watermarks: watermarksOf(settings),
    atMs: nowMs(),
  };
}

function shardRow(row: CatRow): ShardRow {
  return {
    index: row.index ?? '',
    shard: row.shard ?? '',
    prirep: row.prirep ?? '',
    state: row.state ?? '',
    docs: row.docs ?? null,
    node: row.node ?? null,
    reason: row['unassigned.reason'] ?? null,
    at: row['unassigned.at'] ?? null,
  };
}
