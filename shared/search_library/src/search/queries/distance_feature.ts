/**
 * Scores documents with a value of a field by its distance from an origin: the boost at the origin,
 * half of it at the pivot.
 */

import { doubleText } from '@skein/content';
import { NO_MORE_DOCS, type SegmentReader } from '../../index/segment_reader.js';
import type { ExplainedDoc } from '../explain/explain_weight.js';
import { counted, type Explanation, matched, measured, unmatched } from '../explain/explanation.js';
import { type GeoPoint, haversineMeters } from '../geo/distance.js';
import { FilteredDocs, scanOf } from '../iterators/filtered_docs.js';
import type { Query, ScorerSupplier, Weight } from '../query.js';
import type { Scorer } from '../scorer.js';

interface DistanceFeature {
  readonly field: string;
  /** Distances are differences of numbers, or metres between points. */
  readonly origin: number | GeoPoint;
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
  if (typeof origin === 'number') {
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

function valuesOf(segment: SegmentReader, { field, origin }: DistanceFeature): Values | undefined {
  const numbers = typeof origin === 'number' ? segment.numbers(field) : undefined;
  const geo = typeof origin === 'number' ? undefined : segment.geo(field);
  const column = numbers ?? geo;
  if (column === undefined) return undefined;
  const at = (doc: number, i: number): number =>
    typeof origin === 'number'
      ? Math.abs((numbers?.value(doc, i) ?? 0) - origin)
      : haversineMeters(origin, { lat: geo?.lat(doc, i) ?? 0, lon: geo?.lon(doc, i) ?? 0 });
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
  { field, origin }: { readonly field: string; readonly origin: number },
): number {
  const column = segment.numbers(field);
  const values = Array.from({ length: column?.valueCount(doc) ?? 0 }, (_, i) =>
    Number(column?.value(doc, i)),
  );
  return values.reduce((a, b) => (Math.abs(b - origin) < Math.abs(a - origin) ? b : a));
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
  const isNumber = typeof origin === 'number';
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
            counted(origin, 'origin'),
            counted(nearestNumber(segment, doc, { field, origin }), 'current value'),
          ]
        : explainPlaces(origin, nearestPoint(segment, doc, { field, origin }), distance)),
    ],
  );
}
