/** A geo column as it is stored, from the points of each document. */
import { GeoColumnBuilder, GeoColumnReader } from '../../codec/v1/geo_column.js';
import {
  encodeSegmentFile,
  openSegmentFile,
  PART,
  type PartEntry,
} from '../../codec/v1/segment_file.js';
import type { GeoColumn } from '../../index/segment_reader.js';
import { ArenaPool } from '../../memory/arena.js';

type Points = readonly (readonly [lat: number, lon: number])[];

export function storedPlaces(docs: readonly Points[]): GeoColumn {
  const builder = new GeoColumnBuilder();
  docs.forEach((places, doc) => {
    for (const [y, x] of places) builder.add(doc, y, x);
  });
  const parts = [builder.finish(docs.length)];
  const spec = { name: 'p', postings: 'none', norms: false, column: 'geo', points: false } as const;
  const stored = { code: PART.stored, meta: [0, 0, 1], sections: [] };
  const fields = [{ spec, parts }];
  const block = encodeSegmentFile(
    { name: '_0', docCount: docs.length, fields, stored },
    new ArenaPool(),
  );
  const file = openSegmentFile(block, '_0.seg');
  return new GeoColumnReader(file, file.fields.get('p')?.parts.get(PART.geo) as PartEntry);
}
