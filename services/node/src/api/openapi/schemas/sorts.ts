/** The options of sorts. */
import type { JsonObject } from '@skein/content';
import { geoPoint, validation } from './queries/query_parts.js';
import { anything, closed, integer, list, oneOf, ref, text, words } from './schema.js';

const order = words('asc', 'desc');
const mode = words('min', 'max', 'sum', 'avg', 'median');
const ordered = { order, mode, nested: ref('NestedSort') };

const places = oneOf(geoPoint, list(geoPoint));

export const SORTS: Readonly<Record<string, JsonObject>> = {
  Sort: oneOf(text, list(oneOf(text, ref('SortItem'))), ref('SortItem')),
  SortItem: {
    type: 'object',
    description: 'Fields with their order or options, and what else hits are sorted by.',
    properties: {
      _score: oneOf(order, closed({ order })),
      _script: closed({
        type: words('number', 'string'),
        script: ref('Script'),
        ...ordered,
      }),
      _geo_distance: {
        type: 'object',
        properties: {
          order,
          mode: words('min', 'max', 'avg', 'median'),
          unit: text,
          distance_type: words('arc', 'plane'),
          nested: ref('NestedSort'),
          ...validation,
        },
        additionalProperties: places,
      },
    },
    additionalProperties: oneOf(
      order,
      closed({
        ...ordered,
        format: text,
        missing: anything,
        unmapped_type: text,
        numeric_type: words('long', 'double', 'date', 'date_nanos'),
      }),
    ),
  },
  NestedSort: closed({
    path: text,
    filter: ref('Query'),
    max_children: integer,
    nested: ref('NestedSort'),
  }),
};
