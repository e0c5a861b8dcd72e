/** `GET /_cat/segments`: every segment of every copy of every shard. */
import { INDICES_OPTIONS } from '@skein/cluster';
import type { SegmentInfo } from '@skein/shard';
import { defineCat } from './cat_endpoint.js';
import { STATE_PARAMS } from './cat_params.js';
import type { Column } from './cat_table.js';
import { COPY_COLUMNS, PLACE_COLUMNS } from './columns/copy_columns.js';
import { SEGMENT_COLUMNS } from './columns/segment_columns.js';
import { type PlacedRow, placedRows } from './shard_rows.js';

interface Row extends PlacedRow {
  readonly segment: SegmentInfo;
}

const COLUMNS: readonly Column<Row>[] = [...COPY_COLUMNS, ...PLACE_COLUMNS, ...SEGMENT_COLUMNS];

export const segments = defineCat({
  id: 'cat.segments',
  shape: 'shards',
  routes: ['GET /_cat/segments', 'GET /_cat/segments/{index}'],
  params: STATE_PARAMS,
  privilege: { anyOf: ['indices:monitor', 'indices:read'] },
  columns: COLUMNS,
  rows: async ({ pathParams }, actors, context) => {
    const options = INDICES_OPTIONS.strictExpandOpenForbidClosed;
    const rows = await placedRows({ expression: pathParams.index, options }, actors, context);
    return rows.flatMap((row) =>
      (row.stats?.segmentList ?? []).map((segment) => ({ ...row, segment })),
    );
  },
});
