/** Buckets of values: found, ordered and cut off by definition. */
import type { JsonObject, JsonValue } from '@skein/content';
import { type BucketModel, grouped, type ModelBucket, type ModelScope } from './bucket_models.js';
import { roundDate } from './model_dates.js';
import {
  addressNumber,
  compareScalars,
  type ModelDocument,
  type Scalar,
  valuesOf,
} from './model_document.js';

/** The keys of a document; `missing` replaces absent values. */
function keysOf({ field, missing }: JsonObject): (document: ModelDocument) => readonly Scalar[] {
  return (document) => {
    const values = valuesOf(document, String(field));
    return values.length === 0 && missing !== undefined ? [missing as Scalar] : values;
  };
}

const keyMembers = (key: Scalar): JsonObject =>
  typeof key === 'boolean' ? { key: Number(key), key_as_string: String(key) } : { key };

interface Ranked<K> extends ModelBucket<K> {
  readonly inner: JsonObject;
}

/** Compares by `_count`, `_key`, or a `max`, which is minus infinity without values. */
function compareBy<K>(
  order: JsonValue | undefined,
  compareKeys: (a: K, b: K) => number,
): (a: Ranked<K>, b: Ranked<K>) => number {
  const [[by, direction] = ['_count', 'desc']] = Object.entries(
    (order ?? { _count: 'desc' }) as JsonObject,
  );
  const sign = direction === 'desc' ? -1 : 1;
  const greatest = ({ inner }: Ranked<K>): number =>
    (inner[by] as unknown as { value: number | null }).value ?? Number.NEGATIVE_INFINITY;
  const compare = (a: Ranked<K>, b: Ranked<K>): number => {
    if (by === '_count') return sign * (a.documents.length - b.documents.length);
    if (by === '_key') return sign * compareKeys(a.key, b.key);
    return sign * compareScalars(greatest(a), greatest(b));
  };
  return (a, b) => compare(a, b) || compareKeys(a.key, b.key);
}

interface Found<K> {
  readonly buckets: readonly ModelBucket<K>[];
  readonly compareKeys: (a: K, b: K) => number;
  readonly shown: (key: K) => JsonObject;
}

function termsShape<K>(
  options: JsonObject,
  { buckets, compareKeys, shown }: Found<K>,
  scope: ModelScope,
): JsonObject {
  const least = Number(options.min_doc_count ?? 1);
  const all = buckets
    .filter(({ documents }) => documents.length >= least)
    .map((bucket) => ({ ...bucket, inner: scope.inner(bucket.documents) }))
    .toSorted(compareBy<K>(options.order, compareKeys));
  const size = Number(options.size);
  return {
    doc_count_error_upper_bound: 0,
    sum_other_doc_count: all.slice(size).reduce((sum, { documents }) => sum + documents.length, 0),
    buckets: all.slice(0, size).map(({ key, documents, inner }) => ({
      ...shown(key),
      doc_count: documents.length,
      ...inner,
    })),
  };
}

const terms: BucketModel = (options, documents, scope) => {
  const { include, exclude } = options as { include?: Scalar[]; exclude?: Scalar[] };
  const of = keysOf(options);
  const isWanted = (key: Scalar): boolean =>
    (include === undefined || include.includes(key)) && exclude?.includes(key) !== true;
  const found = grouped(documents, (document) => of(document).filter(isWanted));
  // `min_doc_count` 0 includes the terms of all documents.
  const others = grouped(scope.all, (document) => of(document).filter(isWanted))
    .filter(({ key }) => !found.some((each) => each.key === key))
    .map(({ key }) => ({ key, documents: [] }));
  return termsShape(
    options,
    { buckets: [...found, ...others], compareKeys: compareScalars, shown: keyMembers },
    scope,
  );
};

function combinations<T>(lists: readonly (readonly T[])[]): readonly (readonly T[])[] {
  return lists.reduce<readonly (readonly T[])[]>(
    (all, list) => all.flatMap((begun) => list.map((each) => [...begun, each])),
    [[]],
  );
}

const compareLists = (a: readonly Scalar[], b: readonly Scalar[]): number =>
  a.map((each, i) => compareScalars(each, b[i] as Scalar)).find((sign) => sign !== 0) ?? 0;

const multiTerms: BucketModel = (options, documents, scope) => {
  const sources = (options.terms as JsonObject[]).map(keysOf);
  const buckets = grouped(documents, (document) => combinations(sources.map((of) => of(document))));
  const shown = (key: readonly Scalar[]): JsonObject => ({
    key: [...key],
    key_as_string: key.join('|'),
  });
  return termsShape(options, { buckets, compareKeys: compareLists, shown }, scope);
};

const rareTerms: BucketModel = (options, documents, { inner }) => ({
  buckets: grouped(documents, keysOf(options))
    .filter((bucket) => bucket.documents.length <= Number(options.max_doc_count))
    .toSorted((a, b) => a.documents.length - b.documents.length || compareScalars(a.key, b.key))
    .map((bucket) => ({
      ...keyMembers(bucket.key),
      doc_count: bucket.documents.length,
      ...inner(bucket.documents),
    })),
});

const ipPrefix: BucketModel = ({ field, prefix_length: length }, documents, { inner }) => {
  const bits = Number(length);
  const width = 2 ** (32 - bits);
  const address = (value: number): string =>
    [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.');
  const networks = grouped(documents, (document) =>
    valuesOf(document, String(field)).map(
      (each) => Math.floor(addressNumber(String(each)) / width) * width,
    ),
  );
  return {
    buckets: networks
      .toSorted((a, b) => a.key - b.key)
      .map(({ key, documents: own }) => ({
        key: address(key),
        is_ipv6: false,
        doc_count: own.length,
        prefix_length: bits,
        netmask: address(2 ** 32 - width),
        ...inner(own),
      })),
  };
};

interface Source {
  readonly name: string;
  readonly sign: number;
  of(document: ModelDocument): readonly (Scalar | null)[];
}

function sourceOf(json: JsonObject): Source {
  const [[name, kinds] = ['', {}]] = Object.entries(json);
  const [[kind, options] = ['', {}]] = Object.entries(kinds as Record<string, JsonObject>);
  const values = (document: ModelDocument): readonly Scalar[] =>
    valuesOf(document, String(options.field));
  const keyOf = (value: Scalar): Scalar => {
    if (kind === 'terms') return value;
    if (kind === 'date_histogram') return roundDate(options).round(Number(value));
    return Math.floor(Number(value) / Number(options.interval)) * Number(options.interval);
  };
  const of = (document: ModelDocument): readonly (Scalar | null)[] => {
    const keys = values(document).map(keyOf);
    return keys.length === 0 && options.missing_bucket === true ? [null] : keys;
  };
  return { name, sign: options.order === 'desc' ? -1 : 1, of };
}

const composite: BucketModel = ({ sources, size, after }, documents, { inner }) => {
  const all = (sources as JsonObject[]).map(sourceOf);
  type CompositeKey = readonly (Scalar | null)[];
  const compareOne = (a: Scalar | null, b: Scalar | null): number => {
    if (a === null || b === null) return Number(a !== null) - Number(b !== null);
    return compareScalars(a, b);
  };
  const compare = (a: CompositeKey, b: CompositeKey): number =>
    all
      .map(({ sign }, i) => sign * compareOne(a[i] as Scalar, b[i] as Scalar))
      .find((sign) => sign !== 0) ?? 0;
  const json = (key: CompositeKey): JsonObject =>
    Object.fromEntries(all.map(({ name }, i) => [name, key[i] as JsonValue]));
  const begin =
    after === undefined ? undefined : all.map(({ name }) => (after as JsonObject)[name] as Scalar);
  const page = grouped(documents, (document) => combinations(all.map(({ of }) => of(document))))
    .filter(({ key }) => begin === undefined || compare(key, begin) > 0)
    .toSorted((a, b) => compare(a.key, b.key))
    .slice(0, Number(size));
  const last = page.at(-1);
  return {
    ...(last && { after_key: json(last.key) }),
    buckets: page.map(({ key, documents: own }) => ({
      key: json(key),
      doc_count: own.length,
      ...inner(own),
    })),
  };
};

const DIGITS = '0123456789bcdefghjkmnpqrstuvwxyz';

/** Halves the world by longitude and latitude in turn. */
function geohashOf({ lat, lon }: { lat: number; lon: number }, length: number): string {
  const bounds = { lat: [-90, 90], lon: [-180, 180] };
  let text = '';
  for (let i = 0, digit = 0; i < 5 * length; i++) {
    const [of, value] = i % 2 === 0 ? [bounds.lon, lon] : [bounds.lat, lat];
    const middle = ((of[0] as number) + (of[1] as number)) / 2;
    const isUpper = value >= middle;
    of[isUpper ? 0 : 1] = middle;
    digit = 2 * digit + Number(isUpper);
    if (i % 5 === 4) {
      text += DIGITS[digit];
      digit = 0;
    }
  }
  return text;
}

function tileOf(
  { lat, lon }: { lat: number; lon: number },
  zoom: number,
): readonly [number, number] {
  const tiles = 2 ** zoom;
  const angle = (lat * Math.PI) / 180;
  const y = (1 - Math.log(Math.tan(angle) + 1 / Math.cos(angle)) / Math.PI) / 2;
  return [Math.floor(((lon + 180) / 360) * tiles), Math.floor(y * tiles)];
}

/** Orders cells by descending number of documents, then by descending cell. */
const grid =
  <K>(
    cellOf: (place: { lat: number; lon: number }, precision: number) => K,
    compare: (a: K, b: K) => number,
    text: (key: K, precision: number) => string,
  ): BucketModel =>
  ({ field, precision, size }, documents, { inner }) => ({
    buckets: grouped(documents, ({ source }) => {
      const place = source[String(field)];
      return place === undefined ? [] : [cellOf(place as never, Number(precision))];
    })
      .toSorted((a, b) => b.documents.length - a.documents.length || compare(b.key, a.key))
      .slice(0, Number(size))
      .map(({ key, documents: own }) => ({
        key: text(key, Number(precision)),
        doc_count: own.length,
        ...inner(own),
      })),
  });

export const KEY_MODELS: Readonly<Record<string, BucketModel>> = {
  terms,
  multi_terms: multiTerms,
  rare_terms: rareTerms,
  ip_prefix: ipPrefix,
  composite,
  geohash_grid: grid(geohashOf, compareScalars, (key) => key),
  geotile_grid: grid(tileOf, compareLists, ([x, y], zoom) => `${zoom}/${x}/${y}`),
};
