/**
 * Ranges of numbers, dates, addresses and distances: every document is tested against every range.
 */
import type { JsonObject } from '@skein/content';
import { type BucketModel, counted, type ModelScope } from './bucket_models.js';
import {
  addressNumber,
  compareScalars,
  type ModelDocument,
  numbersOf,
  valuesOf,
} from './model_document.js';

type Range = Readonly<{ from?: number; to?: number; key: string }>;

const inRange = (value: number, { from, to }: Range): boolean =>
  (from === undefined || value >= from) && (to === undefined || value < to);

/** Ranges ordered by their start, then by their end. */
const sortedRanges = (ranges: readonly Range[]): readonly Range[] =>
  ranges.toSorted(
    (a, b) =>
      compareScalars(a.from ?? Number.NEGATIVE_INFINITY, b.from ?? Number.NEGATIVE_INFINITY) ||
      compareScalars(a.to ?? Number.POSITIVE_INFINITY, b.to ?? Number.POSITIVE_INFINITY),
  );

function rangesOf(
  { field, ranges }: JsonObject,
  documents: readonly ModelDocument[],
  scope: ModelScope,
): JsonObject {
  const shown = sortedRanges(ranges as unknown as Range[]).map((range) => ({
    ...range,
    ...counted(
      documents.filter((document) =>
        numbersOf([document], String(field)).some((value) => inRange(value, range)),
      ),
      scope,
    ),
  }));
  return { buckets: shown };
}

function addressRangesOf(
  { field, ranges }: JsonObject,
  documents: readonly ModelDocument[],
  scope: ModelScope,
): JsonObject {
  // The form in which OpenSearch creates ranges without documents.
  if (scope.isGap) return { buckets: [] };
  const shown = (ranges as { key: string; from?: string; to?: string }[])
    .map(({ key, from, to }) => ({
      key,
      from: from === undefined ? undefined : addressNumber(from),
      to: to === undefined ? undefined : addressNumber(to),
      shown: { key, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) },
    }))
    .toSorted(
      (a, b) =>
        compareScalars(a.from ?? -1, b.from ?? -1) ||
        compareScalars(a.to ?? 2 ** 32, b.to ?? 2 ** 32),
    )
    .map(({ shown: members, ...range }) => ({
      ...members,
      ...counted(
        documents.filter((document) =>
          valuesOf(document, String(field)).some((each) =>
            inRange(addressNumber(String(each)), range as Range),
          ),
        ),
        scope,
      ),
    }));
  return { buckets: shown };
}

/** The shortest distance on a sphere with Lucene's mean radius. */
function metersBetween(a: { lat: number; lon: number }, b: { lat: number; lon: number }): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const h =
    Math.sin(radians(a.lat - b.lat) / 2) ** 2 +
    Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(radians(a.lon - b.lon) / 2) ** 2;
  return 2 * 6_371_008.7714 * Math.asin(Math.sqrt(h));
}

function ringsOf(
  { field, origin, ranges }: JsonObject,
  documents: readonly ModelDocument[],
  scope: ModelScope,
): JsonObject {
  const center = origin as unknown as { lat: number; lon: number };
  const shown = sortedRanges(ranges as unknown as Range[]).map((range) => {
    const own = documents.filter(({ source }) => {
      const place = source[String(field)];
      return place !== undefined && inRange(metersBetween(center, place as never) / 1000, range);
    });
    return { ...range, from: range.from ?? 0, ...counted(own, scope) };
  });
  return { buckets: shown };
}

export const RANGE_MODELS: Readonly<Record<string, BucketModel>> = {
  range: rangesOf,
  date_range: rangesOf,
  ip_range: addressRangesOf,
  geo_distance: ringsOf,
};
