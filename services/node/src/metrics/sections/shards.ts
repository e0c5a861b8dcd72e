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
    'Documents in the shards of this node, replicas and nested ones included.',
    ({ docs }) => docs.count,
  ],
  [
    'deleted_documents',
    'Deleted documents that no merge has removed yet.',
    ({ docs }) => docs.deleted,
  ],
  ['store_bytes', 'Size of the files of shards.', ({ storeBytes }) => storeBytes],
  ['segments', 'Segments.', ({ segments }) => segments.count],
  ['segment_memory_bytes', 'Memory of segments.', ({ segments }) => segments.memoryBytes],
  ['merges_running', 'Merges under way.', ({ merges }) => merges.current],
  [
    'merging_bytes',
    'Size of the segments that are being merged.',
    ({ merges }) => merges.currentBytes,
  ],
  ['translog_bytes', 'Size of translogs.', ({ translog }) => translog.sizeBytes],
  [
    'translog_uncommitted_operations',
    'Operations of translogs that no commit has.',
    ({ translog }) => translog.uncommittedOperations,
  ],
  ['searches_running', 'Queries of shards under way.', ({ search }) => search.queryCurrent],
  [
    'open_contexts',
    'Scrolls and points in time that are open.',
    ({ search }) => search.scrollCurrent + search.pointInTimeCurrent,
  ],
  [
    'indexing_throttled_shards',
    'Shards whose writes are held back because merges cannot keep up.',
    ({ indexing }) => indexing.throttledShards,
  ],
];

const COUNTERS: readonly (readonly [...Named, read: Read])[] = [
  ['indexed_total', 'Documents that were indexed.', ({ indexing }) => indexing.indexTotal],
  [
    'index_failures_total',
    'Documents that could not be indexed.',
    ({ indexing }) => indexing.indexFailed,
  ],
  ['index_seconds_total', 'Time of indexing.', ({ indexing }) => seconds(indexing.indexTimeMs)],
  ['deleted_total', 'Documents that were deleted.', ({ indexing }) => indexing.deleteTotal],
  [
    'index_throttle_seconds_total',
    'How long writes were held back.',
    ({ indexing }) => seconds(indexing.throttleTimeMs),
  ],
  ['queries_total', 'Query phases of shards.', ({ search }) => search.queryTotal],
  [
    'query_seconds_total',
    'Time of query phases of shards.',
    ({ search }) => seconds(search.queryTimeMs),
  ],
  ['fetches_total', 'Fetch phases of shards.', ({ search }) => search.fetchTotal],
  [
    'fetch_seconds_total',
    'Time of fetch phases of shards.',
    ({ search }) => seconds(search.fetchTimeMs),
  ],
  [
    'gets_total',
    'Documents that were asked for by their id.',
    ({ get }) => get.exists + get.missing,
  ],
  ['refreshes_total', 'Refreshes.', ({ refresh }) => refresh.total],
  ['refresh_seconds_total', 'Time of refreshes.', ({ refresh }) => seconds(refresh.timeMs)],
  ['flushes_total', 'Flushes.', ({ flush }) => flush.total],
  ['flush_seconds_total', 'Time of flushes.', ({ flush }) => seconds(flush.timeMs)],
  ['merges_total', 'Merges that ended.', ({ merges }) => merges.total],
  ['merge_seconds_total', 'Time of merges.', ({ merges }) => seconds(merges.timeMs)],
  ['merged_bytes_total', 'Size of the segments that were merged.', ({ merges }) => merges.bytes],
];

export const shardSection: Section = ({ shards }) => {
  const total = (read: Read) => shards.reduce((sum, { stats }) => sum + read(stats), 0);
  return [
    gauge(
      ['shards', 'Started shards of this node.'],
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
        'Most operations that a primary of this node has and some in-sync copy has not confirmed.',
      ],
      Math.max(0, ...shards.map(({ isPrimary, stats }) => (isPrimary ? lagOf(stats) : 0))),
    ),
  ];
};

function lagOf({ seqNo }: ShardStats): number {
  return Math.max(0, seqNo.maxSeqNo - seqNo.globalCheckpoint);
}
