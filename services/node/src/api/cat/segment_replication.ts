/**
 * `GET /_cat/segment_replication`: how far replicas that copy segments are behind. Copies are kept equal document by document
 * (`index.replication.type: DOCUMENT`), so the table is empty.
 */
import { INDICES_OPTIONS } from '@skein/cluster';
import { ApiError } from '@skein/errors';
import { listParam } from '@skein/http';
import { defineCat } from './cat_endpoint.js';
import type { Column } from './cat_table.js';
import { visibleIndices } from './shard_rows.js';

interface Row {
  readonly shardId: string;
  readonly nodeName: string;
  readonly host: string;
  readonly checkpointsBehind: number;
  readonly bytesBehind: number;
  readonly currentLagMs: number;
  readonly lastCompletedLagMs: number;
  readonly rejectedRequests: number;
}

const COLUMNS: readonly Column<Row>[] = [
  { name: 'shardId', aliases: ['s'], description: ' shard Id', cell: (row) => row.shardId },
  {
    name: 'target_node',
    aliases: ['tnode'],
    description: 'target node name',
    cell: (row) => row.nodeName,
  },
  { name: 'target_host', aliases: ['thost'], description: 'target host', cell: (row) => row.host },
  {
    name: 'checkpoints_behind',
    aliases: ['cpb'],
    description: 'checkpoints behind primary',
    cell: (row) => row.checkpointsBehind,
  },
  {
    name: 'bytes_behind',
    aliases: ['bb'],
    description: 'bytes behind primary',
    cell: (row) => ({ bytes: row.bytesBehind }),
  },
  {
    name: 'current_lag',
    aliases: ['clag'],
    description: 'ongoing time elapsed waiting for replica to catch up to primary',
    cell: (row) => ({ ms: row.currentLagMs }),
  },
  {
    name: 'last_completed_lag',
    aliases: ['lcl'],
    description: 'time taken for replica to catch up to latest primary refresh',
    cell: (row) => ({ ms: row.lastCompletedLagMs }),
  },
  {
    name: 'rejected_requests',
    aliases: ['rr'],
    description: 'count of rejected requests for the replication group',
    cell: (row) => row.rejectedRequests,
  },
];

export const segment_replication = defineCat({
  id: 'cat.segment_replication',
  shape: 'shards',
  routes: ['GET /_cat/segment_replication', 'GET /_cat/segment_replication/{index}'],
  params: { shards: listParam },
  privilege: { anyOf: ['indices:monitor', 'indices:read'] },
  columns: COLUMNS,
  rows: ({ pathParams, params }, actors, context) => {
    for (const shard of params.shards ?? []) {
      if (/^\d{1,9}$/.test(shard)) continue;
      throw new ApiError('number_format_exception', `For input string: "${shard}"`);
    }
    visibleIndices(pathParams.index, actors, context, INDICES_OPTIONS.strictExpandOpenClosed);
    return [];
  },
});
