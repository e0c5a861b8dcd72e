/** The requests of the overview to the cluster. */

import { ask, askJson } from '../api/client.js';
import { trustedJson } from '../json/trusted_json.js';
import type { ClusterFacts, Health, NodeVersion, ShardRow } from './cluster_shapes.js';
import { newestLoss } from './newest_loss.js';
import { watermarksOf } from './watermarks.js';

const SHARD_COLUMNS =
  'index,shard,prirep,state,docs,node,unassigned.reason,unassigned.at,unassigned.details';

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
      path: '/_nodes/stats/os,jvm,fs,indices,breaker,thread_pool,slow_log',
      signal,
    }),
    askJson<readonly NodeVersion[]>({ path: '/_cat/nodes?format=json&h=name,version', signal }),
    askJson<{ readonly master_node?: string }>({ path: '/_cluster/state/master_node', signal }),
    askJson<Parameters<typeof watermarksOf>[0]>({ path: WATERMARKS, signal }),
  ]);
  const shards = rows.map(shardRow);
  const awaitedUntilMs = await awaitedUntil(health, shards, { nowMs, signal });
  return {
    health,
    shards,
    nodes: stats.nodes,
    versions,
    master: master.master_node,
    watermarks: watermarksOf(settings),
    atMs: nowMs(),
    ...(awaitedUntilMs === undefined ? {} : { awaitedUntilMs }),
  };
}

/**
 * Asks for the remaining delay of one copy whose node left. Undefined if no copy is delayed any
 * more.
 */
async function awaitedUntil(
  { delayed_unassigned_shards: delayedCount }: Health,
  shards: readonly ShardRow[],
  { nowMs, signal }: { readonly nowMs: () => number; readonly signal: AbortSignal },
): Promise<number | undefined> {
  const delayed = newestLoss(shards);
  if (delayedCount === 0 || delayed === undefined) return undefined;
  const { index, shard } = delayed;
  const body = { index, shard: Number(shard), primary: false };
  const { status, text } = await ask({
    method: 'POST',
    path: '/_cluster/allocation/explain',
    body,
    signal,
  });
  // The copy may have found a node, and its index may be gone, since it was listed.
  if (status !== 200) return undefined;
  const { remaining_delay_in_millis: delayMs } = trustedJson<Delayed>(text);
  return delayMs === undefined ? undefined : nowMs() + delayMs;
}

interface Delayed {
  readonly remaining_delay_in_millis?: number;
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
    ...leftNodeOf(row['unassigned.details'] ?? ''),
  };
}

function leftNodeOf(details: string): Pick<ShardRow, 'leftNode'> {
  const [, leftNode] = /node_left \[(.+?)\]/.exec(details) ?? [];
  return leftNode === undefined ? {} : { leftNode };
}
