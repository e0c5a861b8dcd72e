/** `GET /_cat/pit_segments`: the segments that points in time hold. */
import type { HeldSegments } from '../../search_coordinator/mod.js';
import type { RequestContext } from '../endpoint.js';
import type { ShapeActors } from '../endpoint_shapes.js';
import { nothingNamed } from '../search/context_body.js';
import { readPitIds } from '../search/pit_json.js';
import { defineCat } from './cat_endpoint.js';
import type { Column } from './cat_table.js';
import { COPY_COLUMNS, type OfCopy, PLACE_COLUMNS } from './columns/copy_columns.js';
import { SEGMENT_COLUMNS } from './columns/segment_columns.js';

interface Row extends OfCopy {
  readonly segment: HeldSegments['segments'][number] & { readonly searchable: boolean };
}

const COLUMNS: readonly Column<Row>[] = [...COPY_COLUMNS, ...PLACE_COLUMNS, ...SEGMENT_COLUMNS];

/** `ids`: undefined lists all of the caller's. */
async function heldRows(
  ids: readonly string[] | undefined,
  { masterService, searchCoordinator }: ShapeActors['search'],
  context: RequestContext,
): Promise<readonly Row[]> {
  const { nodes } = masterService.state();
  const held = await searchCoordinator.pointInTimeSegments(ids, context);
  return held.flatMap(({ index, shardId, nodeId, primary, segments }) =>
    segments.map((segment) => ({
      index,
      shardId,
      copy: { primary },
      node: nodes.get(nodeId),
      segment: { ...segment, searchable: true },
    })),
  );
}

/** The segments of the points in time that the body names. */
export const pit_segments = defineCat({
  id: 'cat.pit_segments',
  shape: 'search',
  routes: ['GET /_cat/pit_segments'],
  params: {},
  body: 'json',
  privilege: 'indices:read',
  columns: COLUMNS,
  rows: ({ body }, actors, context) => {
    const ids = readPitIds(body);
    if (ids.length === 0) throw nothingNamed('no pit ids specified');
    return heldRows(ids, actors, context);
  },
});

/** The segments of all points in time of the caller. */
export const all_pit_segments = defineCat({
  id: 'cat.all_pit_segments',
  shape: 'search',
  routes: ['GET /_cat/pit_segments/_all'],
  params: {},
  privilege: 'indices:read',
  columns: COLUMNS,
  rows: (_request, actors, context) => heldRows(undefined, actors, context),
});
