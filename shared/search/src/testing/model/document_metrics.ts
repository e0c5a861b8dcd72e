/** Metrics of documents, texts and points by their definitions. */
import type { JsonObject, JsonValue } from '@skein/content';
import { type ModelDocument, numbersOf, valuesOf } from './model_document.js';
import { type MetricModel, meanOf, momentOf, shown, sumOf } from './number_metrics.js';
import { tTestModel } from './student_model.js';

function weightedMean(options: JsonObject, documents: readonly ModelDocument[]): JsonObject {
  const [value, weight] = [options.value, options.weight] as JsonObject[];
  let [products, weights] = [0, 0];
  for (const document of documents) {
    const [own] = numbersOf([document], String(weight?.field));
    for (const each of own === undefined ? [] : numbersOf([document], String(value?.field))) {
      products += each * (own as number);
      weights += own as number;
    }
  }
  return { value: weights === 0 ? null : products / weights };
}

/** The statistics over documents that have all fields. */
function matrixOf(options: JsonObject, documents: readonly ModelDocument[]): JsonObject {
  const fields = options.fields as string[];
  const rows = documents
    .map((document) => fields.map((field) => numbersOf([document], field)))
    .filter((row) => row.every((values) => values.length > 0))
    .map((row) => row.map(meanOf));
  const count = rows.length;
  if (count === 0) return { doc_count: 0 };
  const column = (i: number) => rows.map((row) => row[i] as number);
  const covariance = (a: number, b: number): number => {
    const [meanA, meanB] = [meanOf(column(a)), meanOf(column(b))];
    const products = rows.map((row) => ((row[a] as number) - meanA) * ((row[b] as number) - meanB));
    return sumOf(products) / (count - 1);
  };
  const correlation = (a: number, b: number): number =>
    a === b ? 1 : covariance(a, b) / Math.sqrt(covariance(a, a) * covariance(b, b));
  const others = (of: (b: number) => number): JsonObject =>
    Object.fromEntries(fields.map((name, b) => [name, shown(of(b))]));
  return {
    doc_count: count,
    fields: fields.map((name, a) => ({
      name,
      count,
      mean: meanOf(column(a)),
      variance: shown(covariance(a, a)),
      skewness: shown((Math.sqrt(count) * momentOf(column(a), 3)) / momentOf(column(a), 2) ** 1.5),
      kurtosis: shown((count * momentOf(column(a), 4)) / momentOf(column(a), 2) ** 2),
      covariance: others((b) => covariance(a, b)),
      correlation: others((b) => correlation(a, b)),
    })),
  };
}

function stringStatsOf({ field }: JsonObject, documents: readonly ModelDocument[]): JsonObject {
  const texts = documents.flatMap((document) => distinctTerms(document, String(field)).map(String));
  const count = texts.length;
  if (count === 0)
    return { count, min_length: null, max_length: null, avg_length: null, entropy: 0 };
  const lengths = texts.map((text) => [...text].length);
  const characters = texts.flatMap((text) => [...text]);
  const shares = [...new Set(characters)].map(
    (one) => characters.filter((each) => each === one).length / characters.length,
  );
  return {
    count,
    min_length: Math.min(...lengths),
    max_length: Math.max(...lengths),
    avg_length: meanOf(lengths),
    entropy: sumOf(shares.map((share) => -share * Math.log2(share))),
  };
}

interface Place {
  readonly lat: number;
  readonly lon: number;
}

const placesOf = ({ field }: JsonObject, documents: readonly ModelDocument[]): readonly Place[] =>
  documents.flatMap(({ source }) => {
    const place = source[String(field)];
    return place === undefined ? [] : [place as unknown as Place];
  });

function boundsOf(options: JsonObject, documents: readonly ModelDocument[]): JsonObject {
  const places = placesOf(options, documents);
  if (places.length === 0) return {};
  const [lats, lons] = [places.map(({ lat }) => lat), places.map(({ lon }) => lon)];
  return {
    bounds: {
      top_left: { lat: Math.max(...lats), lon: Math.min(...lons) },
      bottom_right: { lat: Math.min(...lats), lon: Math.max(...lons) },
    },
  };
}

function centroidOf(options: JsonObject, documents: readonly ModelDocument[]): JsonObject {
  const places = placesOf(options, documents);
  if (places.length === 0) return { count: 0 };
  const location = {
    lat: meanOf(places.map(({ lat }) => lat)),
    lon: meanOf(places.map(({ lon }) => lon)),
  };
  return { location, count: places.length };
}

/** Documents in the order of a number that no two of them share. */
function ranked(
  documents: readonly ModelDocument[],
  field: string,
  order: JsonValue | undefined,
): readonly ModelDocument[] {
  const sign = order === 'desc' ? -1 : 1;
  const keyOf = (document: ModelDocument): number => numbersOf([document], field)[0] as number;
  return documents.toSorted((a, b) => sign * (keyOf(a) - keyOf(b)));
}

function topMetricsOf(
  { metrics, sort, size }: JsonObject,
  documents: readonly ModelDocument[],
): JsonObject {
  const [[field, order] = ['', '']] = Object.entries(sort as JsonObject);
  const name = String((metrics as JsonObject).field);
  return {
    top: ranked(documents, field, order)
      .slice(0, Number(size))
      .map((document) => ({
        sort: [numbersOf([document], field)[0] as number],
        metrics: { [name]: valuesOf(document, name)[0] ?? null },
      })),
  };
}

function topHitsOf(
  { sort, size, from }: JsonObject,
  documents: readonly ModelDocument[],
): JsonObject {
  const [[field, order] = ['', '']] = Object.entries((sort as JsonObject[])[0] as JsonObject);
  const all = ranked(documents, field, order);
  return {
    hits: {
      total: { value: documents.length, relation: 'eq' },
      max_score: null,
      hits: all.slice(Number(from), Number(from) + Number(size)).map((document) => ({
        sort: [numbersOf([document], field)[0] as number],
      })),
    },
  };
}

function lineOf(
  { sort, size, sort_order }: JsonObject,
  documents: readonly ModelDocument[],
): JsonObject {
  const field = String((sort as JsonObject).field);
  const there = documents.filter(({ source }) => source.p !== undefined);
  const shownOf = ranked(there, field, String(sort_order).toLowerCase()).slice(0, Number(size));
  const coordinates = shownOf.map(({ source }) => {
    const { lat, lon } = source.p as unknown as Place;
    return [lon, lat];
  });
  const [first = null] = coordinates;
  return {
    type: 'Feature',
    geometry:
      coordinates.length === 1
        ? { type: 'Point', coordinates: first }
        : { type: 'LineString', coordinates },
    properties: {
      complete: there.length <= Number(size),
      sort_values: shownOf.map((document) => numbersOf([document], field)[0] as number),
    },
  };
}

/** Terms occur once per document, numbers as often as they are given. */
function distinctTerms(document: ModelDocument, field: string): readonly unknown[] {
  const values = valuesOf(document, field);
  return typeof values[0] === 'string' ? [...new Set(values)] : values;
}

export const DOCUMENT_METRICS: Readonly<Record<string, MetricModel>> = {
  value_count: ({ field }, documents) => ({
    value: documents.flatMap((document) => distinctTerms(document, String(field))).length,
  }),
  cardinality: ({ field }, documents) => ({
    value: new Set(documents.flatMap((document) => valuesOf(document, String(field)))).size,
  }),
  weighted_avg: weightedMean,
  matrix_stats: matrixOf,
  string_stats: stringStatsOf,
  geo_bounds: boundsOf,
  geo_centroid: centroidOf,
  geo_line: lineOf,
  top_metrics: topMetricsOf,
  top_hits: topHitsOf,
  t_test: tTestModel,
};
