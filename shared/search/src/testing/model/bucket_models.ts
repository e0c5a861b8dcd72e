/** Buckets by their definitions: each document is tested for its buckets, one after another. */
import type { JsonObject, JsonValue } from '@skein/content';
import { roundDate, shownSteps } from './model_dates.js';
import {
  compareScalars,
  type ModelDocument,
  matches,
  numbersOf,
  objectsOf,
  type Scalar,
  valuesOf,
} from './model_document.js';

export interface ModelScope {
  /** All documents of the index. */
  readonly all: readonly ModelDocument[];
  /** The sub-aggregations over the documents of a bucket. */
  inner(documents: readonly ModelDocument[], isGap?: boolean): JsonObject;
  /** True if some enclosing bucket is one that no shard created, between others of a sequence. */
  readonly isGap: boolean;
}

export type BucketModel = (
  options: JsonObject,
  documents: readonly ModelDocument[],
  scope: ModelScope,
) => JsonObject;

export interface ModelBucket<K = Scalar> {
  readonly key: K;
  readonly documents: readonly ModelDocument[];
}

/** Groups documents by key, in order; each document is once in a bucket. */
export function grouped<K>(
  documents: readonly ModelDocument[],
  keysOf: (document: ModelDocument) => readonly K[],
): readonly ModelBucket<K>[] {
  const buckets = new Map<string, { key: K; documents: ModelDocument[] }>();
  for (const document of documents) {
    const own = new Map(keysOf(document).map((key) => [JSON.stringify(key), key]));
    for (const [text, key] of own) {
      const bucket = buckets.get(text) ?? { key, documents: [] };
      bucket.documents.push(document);
      buckets.set(text, bucket);
    }
  }
  return [...buckets.values()];
}

export const counted = (
  documents: readonly ModelDocument[],
  { inner }: ModelScope,
): JsonObject => ({
  doc_count: documents.length,
  ...inner(documents),
});

/** In a sequence, buckets without documents were created by the reduction. */
const inSequenceCounted = (documents: readonly ModelDocument[], { inner }: ModelScope) => ({
  doc_count: documents.length,
  ...inner(documents, documents.length === 0),
});

const one =
  (
    model: (
      options: JsonObject,
      documents: readonly ModelDocument[],
      scope: ModelScope,
    ) => readonly ModelDocument[],
  ): BucketModel =>
  (options, documents, scope) =>
    counted(model(options, documents, scope), scope);

function histogramOf(
  options: JsonObject,
  documents: readonly ModelDocument[],
  scope: ModelScope,
): JsonObject {
  const {
    field,
    interval,
    offset = 0,
    min_doc_count = 0,
    missing,
  } = options as Record<string, number>;
  const {
    hard_bounds: hard,
    extended_bounds: extended,
    order,
  } = options as Record<string, Record<string, number>>;
  const step = (value: number): number =>
    Math.floor((value - (offset as number)) / (interval as number)) * (interval as number) +
    (offset as number);
  // Bounds are compared with the key without its offset.
  const isWithin = (key: number): boolean =>
    hard === undefined ||
    (key - (offset as number) >= (hard.min as number) &&
      key - (offset as number) <= (hard.max as number));
  const buckets = grouped(documents, (document) => {
    const values = numbersOf([document], String(field));
    const own = values.length === 0 && missing !== undefined ? [missing] : values;
    return own.map(step).filter(isWithin);
  });
  const bounds = extended && {
    min: step(extended.min as number),
    max: step(extended.max as number),
  };
  const next = (key: number): number => key + (interval as number);
  const all = min_doc_count === 0 ? withGaps(buckets, next, bounds) : buckets;
  return { buckets: inSequence(all, { least: min_doc_count as number, order }, scope) };
}

function withGaps(
  buckets: readonly ModelBucket<number>[],
  next: (key: number) => number,
  bounds: { min: number; max: number } | undefined,
): readonly ModelBucket<number>[] {
  const ends = [...buckets.map(({ key }) => key), ...(bounds ? [bounds.min, bounds.max] : [])];
  if (ends.length === 0) return [];
  const all: ModelBucket<number>[] = [];
  for (let key = Math.min(...ends); key <= Math.max(...ends); key = next(key)) {
    all.push(buckets.find((each) => each.key === key) ?? { key, documents: [] });
  }
  return all;
}

function inSequence(
  buckets: readonly ModelBucket<number>[],
  { least, order }: { least: number; order: Readonly<Record<string, unknown>> | undefined },
  scope: ModelScope,
): JsonValue {
  const [[by, direction] = ['_key', 'asc']] = Object.entries(order ?? { _key: 'asc' });
  const sign = direction === 'desc' ? -1 : 1;
  return buckets
    .filter(({ documents }) => documents.length >= least)
    .toSorted(
      (a, b) =>
        (by === '_count' ? sign * (a.documents.length - b.documents.length) : 0) ||
        (by === '_count' ? 1 : sign) * (a.key - b.key),
    )
    .map(({ key, documents }) => ({ key, ...inSequenceCounted(documents, scope) }));
}

function dateHistogramOf(
  options: JsonObject,
  documents: readonly ModelDocument[],
  scope: ModelScope,
): JsonObject {
  const { field, min_doc_count = 0, order } = options;
  const rounding = roundDate(options);
  const buckets = grouped(documents, (document) =>
    numbersOf([document], String(field)).map(rounding.round),
  );
  const all = min_doc_count === 0 ? withGaps(buckets, rounding.next, undefined) : buckets;
  const shape = {
    least: Number(min_doc_count),
    order: order as Record<string, unknown> | undefined,
  };
  return { buckets: inSequence(all, shape, scope) };
}

function autoDateHistogramOf(
  { field, buckets: most }: JsonObject,
  documents: readonly ModelDocument[],
  scope: ModelScope,
): JsonObject {
  const of = (document: ModelDocument) => numbersOf([document], String(field));
  const { interval, keys, keyOf } = shownSteps(documents.flatMap(of), Number(most));
  const buckets = grouped(documents, (document) => of(document).map(keyOf));
  return {
    buckets: keys.map((key) => {
      const own = buckets.find((bucket) => bucket.key === key)?.documents ?? [];
      return { key, ...inSequenceCounted(own, scope) };
    }),
    interval,
  };
}

function filtersOf(
  { filters, other_bucket_key: other }: JsonObject,
  documents: readonly ModelDocument[],
  scope: ModelScope,
): JsonObject {
  const queries = Object.entries(filters as Record<string, JsonObject>);
  const own = queries.map(
    ([key, query]) => [key, documents.filter((each) => matches(each, query))] as const,
  );
  const rest = documents.filter((each) => !queries.some(([, query]) => matches(each, query)));
  const all = other === undefined ? own : [...own, [String(other), rest] as const];
  return { buckets: Object.fromEntries(all.map(([key, of]) => [key, counted(of, scope)])) };
}

function matrixOf(
  { filters }: JsonObject,
  documents: readonly ModelDocument[],
  scope: ModelScope,
): JsonObject {
  const queries = Object.entries(filters as Record<string, JsonObject>).toSorted(([a], [b]) =>
    compareScalars(a, b),
  );
  const pairs = queries.flatMap(([a, query], i) => [
    { key: a, both: [query, query] },
    ...queries.slice(i + 1).map(([b, other]) => ({ key: `${a}&${b}`, both: [query, other] })),
  ]);
  const buckets = pairs
    .map(({ key, both }) => ({
      key,
      own: documents.filter((each) => both.every((query) => matches(each, query))),
    }))
    .filter(({ own }) => own.length > 0)
    .toSorted((a, b) => compareScalars(a.key, b.key));
  return { buckets: buckets.map(({ key, own }) => ({ key, ...counted(own, scope) })) };
}

export const BUCKET_MODELS: Readonly<Record<string, BucketModel>> = {
  filter: one((query, documents) => documents.filter((each) => matches(each, query))),
  missing: one(({ field }, documents) =>
    documents.filter((each) => valuesOf(each, String(field)).length === 0),
  ),
  global: one((_options, _documents, { all }) => all),
  nested: one(({ path }, documents) => objectsOf(documents, String(path))),
  // The trees request samples that are large enough for all documents.
  sampler: one((_options, documents) => documents),
  diversified_sampler: one((_options, documents) => documents),
  reverse_nested: one((_options, documents) => [
    ...new Map(
      documents.map(({ inside }) => [inside?.of.source, inside?.of as ModelDocument]),
    ).values(),
  ]),
  filters: filtersOf,
  adjacency_matrix: matrixOf,
  histogram: histogramOf,
  date_histogram: dateHistogramOf,
  auto_date_histogram: autoDateHistogramOf,
};
