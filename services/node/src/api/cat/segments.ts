/** `GET /_cat/segments`: every segment of every copy of every shard. */
import { INDICES_OPTIONS } from '@skein/cluster';
import type { SegmentInfo } from '@skein/shard';
import { SEGMENT_VERSION, segmentGeneration } from '../indices/segment_facts.js';
import { defineCat } from './cat_endpoint.js';
import type { Column } from './cat_table.js';
import { COPY_COLUMNS, type OfCopy, PLACE_COLUMNS } from './columns/copy_columns.js';
import { type ShardRow, shardRows, visibleIndices } from './shard_rows.js';

interface Row extends ShardRow, OfCopy {
  readonly segment: SegmentInfo;
}

const COLUMNS: readonly Column<Row>[] = [
  ...COPY_COLUMNS,
  ...PLACE_COLUMNS,
  {
    name: 'segment',
    aliases: ['seg'],
    description: 'segment name',
    cell: (row) => row.segment.name,
  },
  {
    name: 'generation',
    aliases: ['g', 'gen'],
    description: 'segment generation',
    right: true,
    cell: (row) => segmentGeneration(row.segment),
  },
  {
    name: 'docs.count',
    aliases: ['dc', 'docsCount'],
    description: 'number of docs in segment',
    right: true,
    cell: (row) => row.segment.docCount,
  },
  {
    name: 'docs.deleted',
    aliases: ['dd', 'docsDeleted'],
    description: 'number of deleted docs in segment',
    right: true,
    cell: (row) => row.segment.deletedCount,
  },
  {
    name: 'size',
    aliases: ['si'],
    description: 'segment size in bytes',
    right: true,
    cell: (row) => ({ bytes: row.segment.sizeBytes }),
  },
  {
    name: 'size.memory',
    aliases: ['sm', 'sizeMemory'],
    description: 'segment memory in bytes',
    right: true,
    cell: (row) => row.segment.memoryBytes,
  },
  {
    name: 'committed',
    aliases: ['ic', 'isCommitted'],
    description: 'is segment committed',
    cell: (row) => row.segment.committed,
  },
  {
    name: 'searchable',
    aliases: ['is', 'isSearchable'],
    description: 'is segment searched',
    cell: (row) => row.segment.searchable,
  },
  { name: 'version', aliases: ['v', 'ver'], description: 'version', cell: () => SEGMENT_VERSION },
  {
    name: 'compound',
    aliases: ['ico', 'isCompound'],
    description: 'is segment compound',
    cell: () => true,
  },
];

export const segments = defineCat({
  id: 'cat.segments',
  shape: 'shards',
  routes: ['GET /_cat/segments', 'GET /_cat/segments/{index}'],
  params: {},
  privilege: { anyOf: ['indices:monitor', 'indices:read'] },
  columns: COLUMNS,
  rows: async ({ pathParams }, actors, context) => {
    const { nodes } = actors.masterService.state();
    const names = visibleIndices(
      pathParams.index,
      actors,
      context,
      INDICES_OPTIONS.strictExpandOpenForbidClosed,
    );
    const rows = await shardRows(names, actors, context);
    return rows.flatMap((row) => {
      const node = row.copy.nodeId === undefined ? undefined : nodes.get(row.copy.nodeId);
      return (row.stats?.segmentList ?? []).map((segment) => ({ ...row, node, segment }));
    });
  },
});
