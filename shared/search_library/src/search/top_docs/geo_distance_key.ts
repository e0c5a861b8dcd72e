/** Sorts by distance from one or more points. Documents without a point are infinitely far. */
import type { GeoColumn, SegmentReader } from '../../index/segment_reader.js';
import { haversineFrom, planeFrom } from '../geo/distance.js';
import type { SortField, SortValue } from '../results.js';
import { GeoDistanceFilter } from './geo_distance_filter.js';
import type { KeyFilter } from './key_filter.js';
import type { SortKey, SortKeyOptions } from './sort_key.js';

type GeoDistanceSort = Extract<SortField, { kind: 'distance' }>;

export class GeoDistanceKey implements SortKey {
  private readonly field: GeoDistanceSort;
  private readonly direction: number;
  private readonly after: number;
  private readonly distances: Float64Array;
  /** Functions for the distance from each origin, in metres. */
  private readonly metersFrom: readonly ((lat: number, lon: number) => number)[];
  private column: GeoColumn | undefined;
  private candidate = 0;

  constructor(field: GeoDistanceSort, { slots, after }: SortKeyOptions) {
    this.field = field;
    this.direction = field.reverse ? -1 : 1;
    this.after = Number(after ?? 0);
    this.distances = new Float64Array(slots);
    this.metersFrom = field.origins.map(field.plane ? planeFrom : haversineFrom);
  }

  segment(reader: SegmentReader): void {
    this.column = reader.geo(this.field.field);
  }

  filter(): KeyFilter | undefined {
    const { origins, reverse, plane, metersPerUnit } = this.field;
    const places = this.column?.places;
    const oneDistance = places?.single === true && origins.length === 1;
    if (!oneDistance || reverse || plane) return undefined;
    return new GeoDistanceFilter({
      places,
      origin: origins[0],
      metersOf: (slot) => this.distances[slot] * metersPerUnit,
    });
  }

  load(doc: number): void {
    const { column } = this;
    this.candidate = column?.has(doc) ? this.distance(column, doc) : Number.POSITIVE_INFINITY;
  }

  compareCandidate(slot: number): number {
    return this.order(this.candidate, this.distances[slot]);
  }

  compareAfter(): number {
    return this.order(this.candidate, this.after);
  }

  store(slot: number): void {
    this.distances[slot] = this.candidate;
  }

  compareSlots(a: number, b: number): number {
    return this.order(this.distances[a], this.distances[b]);
  }

  value(slot: number): SortValue {
    return this.distances[slot];
  }

  private order(a: number, b: number): number {
    return a < b ? -this.direction : a > b ? this.direction : 0;
  }

  /** Combines the distances of all pairs of a point of the document and an origin. */
  private distance(column: GeoColumn, doc: number): number {
    const { metersPerUnit, mode } = this.field;
    const count = column.valueCount(doc);
    const [metersFrom, ...others] = this.metersFrom;
    if (count === 1 && others.length === 0) {
      return metersFrom(column.lat(doc, 0), column.lon(doc, 0)) / metersPerUnit;
    }
    const all: number[] = [];
    for (let i = 0; i < count; i++) {
      const lat = column.lat(doc, i);
      const lon = column.lon(doc, i);
      for (const meters of this.metersFrom) all.push(meters(lat, lon) / metersPerUnit);
    }
    return selected(
      all.sort((a, b) => a - b),
      mode,
    );
  }
}

/** Selects from ascending values. */
function selected(values: readonly number[], mode: GeoDistanceSort['mode']): number {
  const sum = (): number => values.reduce((total, value) => total + value, 0);
  switch (mode) {
    case 'min':
      return values[0];
    case 'max':
      return values[values.length - 1];
    case 'sum':
      return sum();
    case 'avg':
      return sum() / values.length;
    case 'median': {
      const middle = values.length >> 1;
      if (values.length % 2 === 1) return values[middle];
      return (values[middle - 1] + values[middle]) / 2;
    }
  }
}
