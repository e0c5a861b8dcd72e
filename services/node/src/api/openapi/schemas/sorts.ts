/** The options of sorts. */
import type { JsonObject } from '@skein/content';
import { geoPoint, validation } from './queries/query_parts.js';
import * as s from './schema.js';

const order = s.words('asc', 'desc');
const mode = s.words('min', 'max', 'sum', 'avg', 'median');
const ordered = { order, mode, nested: s.ref('NestedSort') };
/** The older form of `nested`. */
const olderNested = { nested_path: s.text, nested_filter: s.ref('Query') };

const places = s.oneOf(geoPoint, s.list(geoPoint));

export const SORTS: Readonly<Record<string, JsonObject>> = {
  Sort: s.oneOf(s.text, s.list(s.oneOf(s.text, s.ref('SortItem'))), s.ref('SortItem')),
  SortItem: {
    type: 'object',
    description: 'Fields with their order or options, and what else hits are sorted by.',
    properties: {
      _score: s.oneOf(order, s.closed({ order })),
      _script: s.closed({
        type: s.words('number', 'string'),
        script: s.ref('Script'),
        ...ordered,
      }),
      _geo_distance: {
        type: 'object',
        properties: {
          order,
          mode: s.words('min', 'max', 'avg', 'median'),
          unit: s.text,
          distance_type: s.words('arc', 'plane'),
          nested: s.ref('NestedSort'),
          ...olderNested,
          ...validation,
        },
        additionalProperties: places,
      },
    },
    additionalProperties: s.oneOf(
      order,
      s.closed({
        ...ordered,
        ...olderNested,
        format: s.text,
        missing: s.anything,
        unmapped_type: s.text,
        numeric_type: s.words('long', 'double', 'date', 'date_nanos'),
      }),
    ),
  },
  NestedSort: s.closed({
    path: s.text,
    filter: s.ref('Query'),
    max_children: s.integer,
    nested: s.ref('NestedSort'),
  }),
};
