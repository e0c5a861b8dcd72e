/**
 * `GET /_cat/segment_replication`: how far replicas that copy segments are behind their primaries
 * (`index.replication.type: SEGMENT`). The figures come from the primaries.
 */
import type { ClusterNode } from '@skein/cluster';
import { ApiError } from '@skein/errors';
import { booleanParam, listParam, orDefault } from '@skein/http';
import type { ReplicaLag, RoundState } from '@skein/shard';
import { INDEX_EXPRESSION_PARAMS } from '../common_params.js';
import { defineCat } from './cat_endpoint.js';
import type { Column } from './cat_table.js';
import { ROUND_COLUMNS } from './round_columns.js';
import { targetedRows } from './shard_rows.js';

interface Row {
  readonly index: string;
  readonly shardId: number;
  readonly target: ClusterNode | undefined;
  readonly lag: ReplicaLag;
  readonly round: RoundState | undefined;
  /** The number of writes that the shard's primary rejected because its replicas lag. */
  readonly rejected: number;
}

const COLUMNS: readonly Column<Row>[] = [
  {
    name: 'shardId',
    aliases: ['s'],
    description: ' shard Id',
    cell: ({ index, shardId }) => `[${index}][${shardId}]`,
  },
  {
    name: 'target_node',
    aliases: ['tnode'],
    description: 'target node name',
    cell: ({ target }) => target?.name ?? null,
  },
  {
    name: 'target_host',
    aliases: ['thost'],
    description: 'target host',
    cell: ({ target }) => target?.host ?? null,
  },
  {
    name: 'checkpoints_behind',
    aliases: ['cpb'],
    description: 'checkpoints behind primary',
    cell: ({ lag }) => lag.checkpointsBehind,
  },
  {
    name: 'bytes_behind',
    aliases: ['bb'],
    description: 'bytes behind primary',
    cell: ({ lag }) => ({ bytes: lag.bytesBehind }),
  },
  {
    name: 'current_lag',
    aliases: ['clag'],
    description: 'ongoing time elapsed waiting for replica to catch up to primary',
    cell: ({ lag }) => ({ ms: lag.currentLagMs }),
  },
  {
    name: 'last_completed_lag',
    aliases: ['lcl'],
    description: 'time taken for replica to catch up to latest primary refresh',
    cell: ({ lag }) => ({ ms: lag.lastLagMs }),
  },
  {
    name: 'rejected_requests',
    aliases: ['rr'],
    description: 'count of rejected requests for the replication group',
    cell: ({ rejected }) => rejected,
  },
];

const ALL_COLUMNS = [...COLUMNS, ...ROUND_COLUMNS];

export const segment_replication = defineCat({
  id: 'cat.segment_replication',
  shape: 'shards',
  routes: ['GET /_cat/segment_replication', 'GET /_cat/segment_replication/{index}'],
  params: {
    ...INDEX_EXPRESSION_PARAMS,
    shards: listParam,
    detailed: orDefault(booleanParam, false),
    active_only: orDefault(booleanParam, false),
    completed_only: orDefault(booleanParam, false),
  },
  privilege: { anyOf: ['indices:monitor', 'indices:read'] },
  // OpenSearch's help does not list the columns that `detailed` adds.
  columns: {
    all: ALL_COLUMNS,
    chosen: ({ params: { detailed, help } }) => (detailed && !help ? ALL_COLUMNS : COLUMNS),
  },
  rows: async (request, actors, context) => {
    const { params } = request;
    const wanted = wantedShards(params.shards);
    const state = actors.masterService.state();
    const { rows } = await targetedRows(request, actors, context);
    return rows.flatMap(({ index, shardId, stats }) => {
      if (wanted !== undefined && !wanted.has(shardId)) return [];
      const rejected = stats?.rejectedForReplicas ?? 0;
      return (stats?.replicaLags ?? []).flatMap((lag): Row[] => {
        const round = shownRound(lag, params);
        const isOfRounds = params.active_only || params.completed_only;
        if (round === undefined && isOfRounds) return [];
        return [{ index, shardId, lag, round, rejected, target: state.nodes.get(lag.nodeId) }];
      });
    });
  },
});

function wantedShards(shards: readonly string[] | undefined): ReadonlySet<number> | undefined {
  for (const shard of shards ?? []) {
    if (/^\d{1,9}$/.test(shard)) continue;
    throw new ApiError('number_format_exception', `For input string: "${shard}"`);
  }
  return shards && new Set(shards.map(Number));
}

/** The round in progress, or else the last finished round. */
function shownRound(
  { round, lastRound }: ReplicaLag,
  only: { readonly active_only: boolean; readonly completed_only: boolean },
): RoundState | undefined {
  if (only.active_only) return round;
  return only.completed_only ? lastRound : (round ?? lastRound);
}
