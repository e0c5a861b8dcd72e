/** Points of a field, block by block: one row per point. */
import type { GeoPlaces, SegmentReader } from '@skein/search_library';
import type { AggregationShard } from '../aggregation_shard.js';
import type { DocBlock } from '../collect/doc_block.js';
import {
  type Doubles,
  grownDoubles,
  grownWords,
  roomForDoubles,
  roomForWords,
  type Words,
} from '../collect/growable.js';
import { type GeoValues, resolveValues } from './resolve_values.js';
import type { ValuesOptions } from './values_options.js';

export class GeoRows {
  count = 0;
  /** True if no document has several points. */
  isSingle = false;
  /** True if no two points of a document lie in the same cell: each is the middle of another. */
  areCells = false;
  rows: Words = new Uint32Array(0);
  lats: Doubles = new Float64Array(0);
  lons: Doubles = new Float64Array(0);

  /** Allocates at least this many rows; the old rows are lost. */
  reserve(rows: number): void {
    this.rows = roomForWords(this.rows, rows);
    this.lats = roomForDoubles(this.lats, rows);
    this.lons = roomForDoubles(this.lons, rows);
  }

  put(row: number, lat: number, lon: number): void {
    if (this.count === this.rows.length) this.#grow();
    this.rows[this.count] = row;
    this.lats[this.count] = lat;
    this.lons[this.count++] = lon;
  }

  #grow(): void {
    const needed = this.count + 1;
    this.rows = grownWords(this.rows, needed);
    this.lats = grownDoubles(this.lats, this.rows.length);
    this.lons = grownDoubles(this.lons, this.rows.length);
  }
}

/**
 * A box in degrees; points outside of it do not count. `west` is greater than `east` if the box
 * crosses the date line.
 */
export interface Box {
  readonly north: number;
  readonly south: number;
  readonly west: number;
  readonly east: number;
}

export interface GeoSource {
  /** The rows are valid until the next call. */
  segment(reader: SegmentReader): (block: DocBlock) => GeoRows;
}

/** The points that the aggregation `type` names; undefined if its field is not mapped. */
export function pointsOf(
  options: ValuesOptions,
  shard: AggregationShard,
  type: string,
): GeoSource | undefined {
  const values = resolveValues(options, shard, { type, kinds: ['geo'], standard: 'geo' });
  return values.kind === 'geo' ? geoSource(values) : undefined;
}

export function geoSource({ field, missing }: Pick<GeoValues, 'field' | 'missing'>): GeoSource {
  const rows = new GeoRows();
  return {
    segment(reader) {
      const column = reader.geo(field);
      const places = column?.places;
      if (places?.single && missing === undefined) {
        return (block) => {
          readPlaces(places, block, rows);
          return rows;
        };
      }
      return ({ docs, count }) => {
        rows.count = 0;
        rows.isSingle = false;
        rows.reserve(count);
        for (let i = 0; i < count; i++) {
          const doc = docs[i];
          const points = column?.has(doc) ? column.valueCount(doc) : 0;
          for (let k = 0; k < points; k++) {
            rows.put(i, column?.lat(doc, k) ?? 0, column?.lon(doc, k) ?? 0);
          }
          if (points === 0 && missing !== undefined) rows.put(i, missing.lat, missing.lon);
        }
        return rows;
      };
    },
  };
}

/** Reads columns with at most one point per document. */
function readPlaces(
  { lats, lons, latStep, lonStep, presence }: GeoPlaces,
  { docs, count }: DocBlock,
  into: GeoRows,
): void {
  into.reserve(count);
  const { rows, lats: toLats, lons: toLons } = into;
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const doc = docs[i];
    rows[kept] = i;
    toLats[kept] = lats[doc] * latStep;
    toLons[kept] = lons[doc] * lonStep;
    kept += presence === null ? 1 : (presence[doc >>> 5] >>> (doc & 31)) & 1;
  }
  into.count = kept;
  into.isSingle = true;
}

/** Leaves out the points outside of the box. */
export function keepWithin({ north, south, west, east }: Box, points: GeoRows): void {
  const { rows, lats, lons, count } = points;
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const lat = lats[i];
    const lon = lons[i];
    if (lat > north || lat < south) continue;
    const isInside = west <= east ? lon >= west && lon <= east : lon >= west || lon <= east;
    if (!isInside) continue;
    rows[kept] = rows[i];
    lats[kept] = lat;
    lons[kept++] = lon;
  }
  points.count = kept;
}
