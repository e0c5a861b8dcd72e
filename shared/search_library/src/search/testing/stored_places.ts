/** Makes a stored geo column from the points of each document. */

import { GeoColumnBuilder, GeoColumnReader } from '../../codec/v1/geo_column.js';
import { PART } from '../../codec/v1/segment_file.js';
import { openPartOf } from '../../codec/v1/testing/open_part.js';
import type { GeoColumn } from '../../index/segment_reader.js';
import { fieldSpec } from '../../index/testing/field_spec.js';

type Points = readonly (readonly [lat: number, lon: number])[];

export function storedPlaces(docs: readonly Points[]): GeoColumn {
  const builder = new GeoColumnBuilder();
  docs.forEach((places, doc) => {
    for (const [y, x] of places) builder.add(doc, y, x);
  });
  const parts = [builder.finish(docs.length)];
  const spec = fieldSpec('p', { column: 'geo' });
  const { part } = openPartOf({ docCount: docs.length, fields: [{ spec, parts }] });
  return new GeoColumnReader(part('p', PART.geo));
}
