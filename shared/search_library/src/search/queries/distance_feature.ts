/**
 * Scores documents with a value of a field by its distance from an origin: the boost at the origin,
 * half of it at the pivot.
 */

import { doubleText } from '@skein/content';
import {
  type GeoColumn,
  NO_MORE_DOCS,
  type NumberColumn,
  type SegmentReader,
} from '../../index/segment_reader.js';
import type { ExplainedDoc } from '../explain/explain_weight.js';
import { counted, type Explanation, matched, measured, unmatched } from '../explain/explanation.js';
import { type GeoPoint, haversineMeters } from '../geo/distance.js';
import { FilteredDocs, scanOf } from '../iterators/filtered_docs.js';
import type { Query, ScorerSupplier, Weight } from '../query.js';
import type { Scorer } from '../scorer.js';

/** A `bigint` is exact where a number is not: nanoseconds since 1970 need 61 bits. */
type Instant = number | bigint;

interface DistanceFeature {
  readonly field: string;
  /** Distances are differences of numbers, or metres between points. */
  readonly origin: Instant | GeoPoint;
  readonly pivot: number;
}

export function distanceFeatureQuery(feature: DistanceFeature): Query {
  const query: Query = {
    kind: 'distance_feature',
    profileName: 'LongDistanceFeatureQuery',
    toString: () => featureText(feature),
    rewrite: () => query,
    createWeight: (_searcher, _needsScores, boost) => distanceFeatureWeight(feature, boost),
  };
  return query;
}

/** Lucene's text, which leaves the field out. */
function featureText({ origin, pivot }: DistanceFeature): string {
  if (isInstant(origin)) {
    return `LongDistanceFeatureQuery(field=,origin=${origin},pivotDistance=${pivot})`;
  }
  const { lat, lon } = origin;
  const place = `originLat=${doubleText(lat)},originLon=${doubleText(lon)}`;
  return `LatLonPointDistanceFeatureQuery(field=,${place},pivotDistance=${doubleText(pivot)})`;
}

function distanceFeatureWeight(feature: DistanceFeature, boost: number): Weight {
  return {
    explain: (place) => explainDistance(feature, boost, place),
    count: () => -1,
    scorerSupplier(segment): ScorerSupplier | null {
      const values = valuesOf(segment, feature);
      if (values === undefined) return null;
      const { maxDoc } = segment;
      return {
        cost: maxDoc,
        get: () => new DistanceScorer(values, { maxDoc, boost, pivot: feature.pivot }),
      };
    },
  };
}

interface Values {
  has(doc: number): boolean;
  /** Distance of the nearest value. */
  distance(doc: number): number;
}

function isInstant(origin: DistanceFeature['origin']): origin is Instant {
  return typeof origin !== 'object';
}

function valuesOf(segment: SegmentReader, { field, origin }: DistanceFeature): Values | undefined {
  return isInstant(origin)
    ? instantValues(segment.numbers(field), origin)
    : pointValues(segment.geo(field), origin);
}

function instantValues(column: NumberColumn | undefined, origin: Instant): Values | undefined {
  if (column === undefined) return undefined;
  return nearestOf(column, distanceBetween(column, origin));
}

/** The distance of a document's i-th value from the origin. */
type DistanceAt = (doc: number, i: number) => number;

function distanceBetween(column: NumberColumn, origin: Instant): DistanceAt {
  if (column.wide) {
    const exact = BigInt(origin);
    return (doc, i) => Math.abs(Number(column.exact(doc, i) - exact));
  }
  const rounded = Number(origin);
  return (doc, i) => Math.abs(column.value(doc, i) - rounded);
}

function pointValues(column: GeoColumn | undefined, origin: GeoPoint): Values | undefined {
  if (column === undefined) return undefined;
  return nearestOf(column, (doc, i) =>
    haversineMeters(origin, { lat: column.lat(doc, i), lon: column.lon(doc, i) }),
  );
}

function nearestOf(column: Pick<NumberColumn, 'has' | 'valueCount'>, at: DistanceAt): Values {
  return {
    has: (doc) => column.has(doc),
    distance(doc) {
      let nearest = at(doc, 0);
      for (let i = 1; i < column.valueCount(doc); i++) nearest = Math.min(nearest, at(doc, i));
      return nearest;
    },
  };
}

interface Scoring {
  readonly maxDoc: number;
  readonly boost: number;
  readonly pivot: number;
}

class DistanceScorer extends FilteredDocs implements Scorer {
  readonly twoPhase = false;
  private readonly values: Values;
  private readonly scoring: Scoring;

  constructor(values: Values, scoring: Scoring) {
    super(
      scanOf((doc) => values.has(doc)),
      scoring.maxDoc,
    );
    this.values = values;
    this.scoring = scoring;
  }

  matches(): boolean {
    return true;
  }

  score(): number {
    const { boost, pivot } = this.scoring;
    return Math.fround(boost * (pivot / (pivot + this.values.distance(this.docId()))));
  }

  blockEnd(): number {
    return NO_MORE_DOCS;
  }

  maxScore(): number {
    return Math.fround(this.scoring.boost);
  }

  setMinScore(): void {
    // No document can be skipped, since only its values show how near it is.
  }
}

function nearestNumber(
  segment: SegmentReader,
  doc: number,
  { field, origin }: { readonly field: string; readonly origin: Instant },
): number {
  const column = segment.numbers(field);
  if (column === undefined) return Number.NaN;
  const distance = distanceBetween(column, origin);
  let nearest = 0;
  for (let i = 1; i < column.valueCount(doc); i++) {
    if (distance(doc, i) < distance(doc, nearest)) nearest = i;
  }
  return column.value(doc, nearest);
}

function nearestPoint(
  segment: SegmentReader,
  doc: number,
  { field, origin }: { readonly field: string; readonly origin: GeoPoint },
): GeoPoint {
  const column = segment.geo(field);
  const points = Array.from({ length: column?.valueCount(doc) ?? 0 }, (_, i) => ({
    lat: column?.lat(doc, i) ?? 0,
    lon: column?.lon(doc, i) ?? 0,
  }));
  return points.reduce((a, b) => (haversineMeters(origin, b) < haversineMeters(origin, a) ? b : a));
}

function explainPlaces(origin: GeoPoint, nearest: GeoPoint, distance: number): Explanation[] {
  return [
    measured(origin.lat, 'originLat'),
    measured(origin.lon, 'originLon'),
    measured(nearest.lat, 'current lat'),
    measured(nearest.lon, 'current lon'),
    measured(distance, 'distance'),
  ];
}

function explainDistance(
  feature: DistanceFeature,
  boost: number,
  { segment, doc }: ExplainedDoc,
): Explanation {
  const { field, origin, pivot } = feature;
  const values = valuesOf(segment, feature);
  if (!values?.has(doc))
    return unmatched(`Document ${doc} doesn't have a value for field ${field}`);
  const distance = values.distance(doc);
  const score = Math.fround(boost * (pivot / (pivot + distance)));
  const isNumber = isInstant(origin);
  const computed = isNumber ? 'abs(value - origin)' : 'abs(distance)';
  const shown = isNumber ? counted : matched;
  return matched(
    score,
    `Distance score, computed as weight * pivotDistance / (pivotDistance + ${computed}) from:`,
    [
      matched(boost, 'weight'),
      shown(pivot, 'pivotDistance'),
      ...(isNumber
        ? [
            counted(Number(origin), 'origin'),
            counted(nearestNumber(segment, doc, { field, origin }), 'current value'),
          ]
        : explainPlaces(origin, nearestPoint(segment, doc, { field, origin }), distance)),
    ],
  );
}
