/**
 * Converts the results of aggregations to the fields of a transform's document. `OUTPUTS` has, for
 * each supported type of aggregation, the conversion of its result and the type of the new field.
 */
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { bare } from './bare.js';

/**
 * The type of a field of the destination index, known before the first document: a field type, or
 * with `like` the type of that field in the source index.
 */
export type OutputType =
  | { readonly type: string }
  | { readonly like: string }
  /** An object with a field for each part. */
  | { readonly parts: Readonly<Record<string, OutputType>> }
  /** Dynamic mapping determines the type. */
  | undefined;

interface Output {
  /**
   * Converts the aggregation's result; `undefined` if the document gets no value. `inside` converts
   * the sub-aggregations of one bucket.
   */
  readonly value: (
    answer: JsonObject,
    inside: (bucket: JsonObject) => JsonObject,
  ) => JsonValue | undefined;
  /** Returns the type of the field. `options`: the body of the aggregation. */
  readonly type: (options: JsonObject) => OutputType;
}

const DOUBLE = { type: 'double' } as const;
const LONG = { type: 'long' } as const;

/** An aggregation with a single value. */
function numbers(type: OutputType): Output {
  return { value: single, type: () => type };
}

/** `value`, or its formatted form if there is one, as for dates. */
function single({ value = null, value_as_string: text }: JsonObject): JsonValue {
  return text ?? value;
}

/** The type of the field that is aggregated. */
function ofField({ field }: JsonObject): OutputType {
  return typeof field === 'string' ? { like: field } : undefined;
}

/** An aggregation with several named numbers, as an object of them. */
function parts(names: readonly string[]): Output {
  return {
    value: (answer) => Object.fromEntries(names.map((name) => [name, answer[name] ?? null])),
    type: () => ({
      parts: Object.fromEntries(names.map((name) => [name, name === 'count' ? LONG : DOUBLE])),
    }),
  };
}

const STATS = ['count', 'min', 'max', 'avg', 'sum'];
const EXTENDED = [...STATS, 'sum_of_squares', 'variance', 'std_deviation'];

/** Several buckets: an object with a member for each, named by its key. */
const buckets: Output = {
  value: ({ buckets: found }, inside) => {
    const entries = isJsonArray(found)
      ? found.map((bucket) => [keyOf(bucket), bucket] as const)
      : Object.entries(isJsonObject(found) ? found : {});
    return Object.fromEntries(
      entries.map(([key, bucket]) => [nameOf(key), countOr(bucket, inside)]),
    );
  },
  type: () => undefined,
};

/** A single bucket. */
const bucket: Output = {
  value: (answer, inside) => countOr(answer, inside),
  type: () => undefined,
};

function keyOf(one: JsonValue): string {
  const { key_as_string: text, key = '' } = isJsonObject(one) ? one : {};
  return String(text ?? key);
}

/** A dot in a field's name would make it an object, so dots are replaced. */
function nameOf(key: string): string {
  return key.replaceAll('.', '_');
}

/** A bucket's sub-aggregations, or its number of documents if it has none. */
function countOr(
  one: JsonValue | undefined,
  inside: (bucket: JsonObject) => JsonObject,
): JsonValue {
  if (!isJsonObject(one)) return null;
  const found = inside(one);
  return Object.keys(found).length > 0 ? found : (one.doc_count ?? 0);
}

const percentiles: Output = {
  value: ({ values }) => {
    const entries = isJsonArray(values)
      ? values.map((one) =>
          isJsonObject(one)
            ? ([String(one.key), one.value ?? null] as const)
            : (['', null] as const),
        )
      : Object.entries(isJsonObject(values) ? values : {}).filter(
          ([key]) => !key.endsWith('_as_string'),
        );
    return Object.fromEntries(entries.map(([key, value]) => [percentName(key), value]));
  },
  type: ({ percents }) => {
    const given = isJsonArray(percents) ? percents.map(Number) : [1, 5, 25, 50, 75, 95, 99];
    return { parts: Object.fromEntries(given.map((one) => [percentName(String(one)), DOUBLE])) };
  },
};

/** Turns `99.0` into `99`, and `99.9` into `99_9`. */
function percentName(text: string): string {
  return nameOf(String(Number(text)));
}

const OUTPUTS: Readonly<Record<string, Output>> = {
  avg: numbers(DOUBLE),
  sum: numbers(DOUBLE),
  min: { value: single, type: ofField },
  max: { value: single, type: ofField },
  value_count: numbers(LONG),
  cardinality: numbers(LONG),
  median_absolute_deviation: numbers(DOUBLE),
  weighted_avg: numbers(DOUBLE),
  bucket_script: numbers(undefined),
  rate: numbers(DOUBLE),
  /** Removes buckets and adds nothing to them. */
  bucket_selector: { value: () => undefined, type: () => undefined },
  stats: parts(STATS),
  extended_stats: parts(EXTENDED),
  percentiles,
  scripted_metric: { value: ({ value = null }) => value, type: () => undefined },
  geo_centroid: { value: ({ location = null }) => location, type: () => ({ type: 'geo_point' }) },
  geo_bounds: { value: ({ bounds }) => boundsShape(bounds), type: () => ({ type: 'geo_shape' }) },
  geo_line: { value: ({ geometry = null }) => geometry, type: () => ({ type: 'geo_shape' }) },
  top_metrics: {
    value: ({ top }) =>
      isJsonArray(top) && isJsonObject(top[0]) ? (top[0].metrics ?? null) : null,
    type: () => undefined,
  },
  filter: bucket,
  missing: bucket,
  terms: buckets,
  rare_terms: buckets,
  range: buckets,
  significant_terms: buckets,
};

/** The members of an aggregation's JSON that are not its type. */
const BESIDE = new Set(['aggs', 'aggregations', 'meta']);

/** Throws illegal_argument_exception for a type whose response cannot be part of a document. */
export function checkAggregations(aggregations: JsonObject): void {
  for (const [name, json] of Object.entries(aggregations)) {
    const { type, inside } = partsOf(json);
    if (type === undefined || !Object.hasOwn(OUTPUTS, type)) {
      throw new ApiError(
        'illegal_argument_exception',
        `Unsupported aggregation type [${type ?? name}]`,
      );
    }
    checkAggregations(inside);
  }
}

/** The fields that the aggregations of a bucket contribute to a document. */
export function outputOf(aggregations: JsonObject, answers: JsonObject): JsonObject {
  const found = bare<JsonValue>();
  for (const [name, json] of Object.entries(aggregations)) {
    const { type, inside } = partsOf(json);
    const answer = answers[name];
    const output = type === undefined ? undefined : OUTPUTS[type];
    if (output === undefined || !isJsonObject(answer)) continue;
    const value = output.value(answer, (bucket) => outputOf(inside, bucket));
    if (value !== undefined) found[name] = value;
  }
  return found;
}

/** The types of the fields, known before there is a document. */
export function outputTypes(aggregations: JsonObject): Readonly<Record<string, OutputType>> {
  return Object.fromEntries(
    Object.entries(aggregations).map(([name, json]) => {
      const { type, options } = partsOf(json);
      return [name, type === undefined ? undefined : OUTPUTS[type]?.type(options)];
    }),
  );
}

function partsOf(json: JsonValue | undefined) {
  const members = Object.entries(isJsonObject(json) ? json : {});
  const [type, options] = members.find(([key]) => !BESIDE.has(key)) ?? [];
  const { aggregations, aggs } = isJsonObject(json) ? json : {};
  const inside = aggregations ?? aggs;
  return {
    type,
    options: isJsonObject(options) ? options : {},
    inside: isJsonObject(inside) ? inside : {},
  };
}

/** A point if the corners are equal, otherwise a rectangle. */
function boundsShape(bounds: JsonValue | undefined): JsonValue {
  const { top_left: topLeft, bottom_right: bottomRight } = isJsonObject(bounds) ? bounds : {};
  if (!isJsonObject(topLeft) || !isJsonObject(bottomRight)) return null;
  const [west, north] = [Number(topLeft.lon), Number(topLeft.lat)];
  const [east, south] = [Number(bottomRight.lon), Number(bottomRight.lat)];
  if (west === east && north === south) return { type: 'point', coordinates: [west, north] };
  return rectangle({ west, south, east, north });
}

export function rectangle(box: {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}): JsonObject {
  const { west, south, east, north } = box;
  return {
    type: 'polygon',
    coordinates: [
      [
        [west, north],
        [west, south],
        [east, south],
        [east, north],
        [west, north],
      ],
    ],
  };
}
