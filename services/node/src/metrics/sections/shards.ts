/**
 * Contents and activity of this node's started shards. Counters restart when a shard is reopened,
 * as Prometheus allows.
 */
import type { ShardStats } from '@skein/shard';
import type { Family, Section } from '../contract.js';
import { byLabel, counter, gauge, type Named, seconds } from '../families.js';

type Read = (stats: ShardStats) => number;

const GAUGES: readonly (readonly [...Named, read: Read])[] = [
  [
    'documents',
    'Number of documents in the shards of this node; replicas and nested documents count too.',
    ({ docs }) => docs.count,
  ],
  [
    'deleted_documents',
    'Number of deleted documents that no merge has removed from the shards of this node yet.',
    ({ docs }) => docs.deleted,
  ],
  [
    'store_bytes',
    'Size of the files of the shards of this node, in bytes.',
    ({ storeBytes }) => storeBytes,
  ],
  ['segments', 'Number of segments in the shards of this node.', ({ segments }) => segments.count],
  [
    'segment_memory_bytes',
    'Size of the segments of this node that are loaded into memory, in bytes.',
    ({ segments }) => segments.memoryBytes,
  ],
  ['merges_running', 'Number of merges that are running.', ({ merges }) => merges.current],
  [
    'merging_bytes',
    'Size of the segments that are being merged, in bytes.',
    ({ merges }) => merges.currentBytes,
  ],
  [
    'translog_bytes',
    'Size of the translogs of this node, in bytes.',
    ({ translog }) => translog.sizeBytes,
  ],
  [
    'translog_uncommitted_operations',
    'Number of operations in the translogs of this node that are in no commit yet.',
    ({ translog }) => translog.uncommittedOperations,
  ],
  [
    'searches_running',
    'Number of query phases that are running on the shards of this node.',
    ({ search }) => search.queryCurrent,
  ],
  [
    'open_contexts',
    'Number of scrolls and points in time that are open on the shards of this node.',
    ({ search }) => search.scrollCurrent + search.pointInTimeCurrent,
  ],
  [
    'indexing_throttled_shards',
    'Number of shards that hold back writes because their merges are too slow.',
    ({ indexing }) => indexing.throttledShards,
  ],
];

const COUNTERS: readonly (readonly [...Named, read: Read])[] = [
  [
    'indexed_total',
    'Number of documents that were indexed.',
    ({ indexing }) => indexing.indexTotal,
  ],
  [
    'index_failures_total',
    'Number of documents that could not be indexed.',
    ({ indexing }) => indexing.indexFailed,
  ],
  [
    'index_seconds_total',
    'Time that was spent on indexing documents, in seconds.',
    ({ indexing }) => seconds(indexing.indexTimeMs),
  ],
  [
    'deleted_total',
    'Number of documents that were deleted.',
    ({ indexing }) => indexing.deleteTotal,
  ],
  [
    'index_throttle_seconds_total',
    'Time for which writes were held back because merges were too slow, in seconds.',
    ({ indexing }) => seconds(indexing.throttleTimeMs),
  ],
  [
    'queries_total',
    'Number of query phases that shards of this node have executed.',
    ({ search }) => search.queryTotal,
  ],
  [
    'query_seconds_total',
    'Time of the query phases of shards of this node, in seconds.',
    ({ search }) => seconds(search.queryTimeMs),
  ],
  [
    'fetches_total',
    'Number of fetch phases that shards of this node have executed.',
    ({ search }) => search.fetchTotal,
  ],
  [
    'fetch_seconds_total',
    'Time of the fetch phases of shards of this node, in seconds.',
    ({ search }) => seconds(search.fetchTimeMs),
  ],
  [
    'gets_total',
    'Number of documents that were requested by their id.',
    ({ get }) => get.exists + get.missing,
  ],
  ['refreshes_total', 'Number of refreshes of shards.', ({ refresh }) => refresh.total],
  [
    'refresh_seconds_total',
    'Time of the refreshes of shards, in seconds.',
    ({ refresh }) => seconds(refresh.timeMs),
  ],
  ['flushes_total', 'Number of flushes of shards.', ({ flush }) => flush.total],
  [
    'flush_seconds_total',
    'Time of the flushes of shards, in seconds.',
    ({ flush }) => seconds(flush.timeMs),
  ],
  ['merges_total', 'Number of merges that have ended.', ({ merges }) => merges.total],
  [
    'merge_seconds_total',
    'Time of the merges that have ended, in seconds.',
    ({ merges }) => seconds(merges.timeMs),
  ],
  [
    'merged_bytes_total',
    'Size of the segments that were merged, in bytes.',
    ({ merges }) => merges.bytes,
  ],
];

export const shardSection: Section = ({ shards }) => {
  const total = (read: Read) => shards.reduce((sum, { stats }) => sum + read(stats), 0);
  return [
    gauge(
      ['shards', 'Number of started shard copies on this node, by role.'],
      byLabel('role', [true, false], (isPrimary) => [
        isPrimary ? 'primary' : 'replica',
        shards.filter((shard) => shard.isPrimary === isPrimary).length,
      ]),
    ),
    ...GAUGES.map(([name, help, read]): Family => gauge([name, help], total(read))),
    ...COUNTERS.map(([name, help, read]): Family => counter([name, help], total(read))),
    gauge(
      [
        'replication_lag_operations',
        'Number of operations that a primary of this node has and an in-sync copy has not confirmed: the largest of all primaries.',
      ],
      Math.max(0, ...shards.map(({ isPrimary, stats }) => (isPrimary ? lagOf(stats) : 0))),
    ),
  ];
};

function lagOf({ seqNo }: ShardStats): number {
  return Math.max(0, seqNo.maxSeqNo - seqNo.globalCheckpoint);
}
