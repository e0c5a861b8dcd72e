/**
 * Proofs of explanations. An explanation that applies by the place of a difference could hide
 * another fault there, so it is proved: the request is sent once more without the assumed cause,
 * and must then be answered alike.
 */
import type { Case } from './area.ts';
import { isObject, type Json, type Made } from './json.ts';

/** Returns the request without the cause. */
export type Without = (found: Case) => Case;

type Member = readonly [key: string, value: Json];

function changed(json: Json, change: (object: Made) => Made): Json {
  if (Array.isArray(json)) return json.map((each) => changed(each, change));
  if (!isObject(json)) return json;
  const entries = Object.entries(json).map(([key, value]): Member => [key, changed(value, change)]);
  return change(Object.fromEntries(entries));
}

/** Changes all objects of the body, and of the requests sent before it, the innermost first. */
export const withObjects =
  (change: (object: Made) => Made): Without =>
  (found) => {
    const before = found.before?.map((step) => ({
      ...step,
      body: changed(step.body ?? null, change),
    }));
    const body = changed(found.body ?? null, change);
    return { ...found, body, ...(before === undefined ? {} : { before }) };
  };

/** Replaces aggregations of one type by others, with the same sub-aggregations. */
export const withAggregation = (type: string, other: (options: Made) => Made): Without =>
  withObjects((object) => {
    const { [type]: options, ...rest } = object;
    return isObject(options) ? { ...rest, ...other(options) } : object;
  });

/** Replaces an adjacency matrix by one filter per bucket. */
const filtersOfMatrix: Without = withAggregation('adjacency_matrix', ({ filters }) => {
  const all = Object.entries(isObject(filters) ? filters : {});
  const pairs = all.flatMap(([a, one], i) =>
    all.slice(i + 1).map(([b, two]) => [`${a}&${b}`, { bool: { filter: [one, two] } }]),
  );
  return { filters: { filters: Object.fromEntries([...all, ...pairs]) } };
});

/** Replaces `geo_bounds`, at which OpenSearch fails in several buckets, by `geo_centroid`. */
const withoutBounds = withAggregation('geo_bounds', ({ field }) => ({
  geo_centroid: { field: field ?? null },
}));

export const matrixAsFilters: Without = (found) => filtersOfMatrix(withoutBounds(found));

/** Replaces `rare_terms` by `terms` with as many terms as possible, the frequent ones too. */
export const rareAsTerms: Without = withAggregation('rare_terms', ({ field }) => ({
  terms: { field: field ?? null, size: 10_000, order: { _key: 'asc' } },
}));

const monthsOf = ({ field, time_zone: zone, format }: Made): Made => ({
  date_histogram: {
    field: field ?? null,
    calendar_interval: 'month',
    ...(zone === undefined ? {} : { time_zone: zone }),
    ...(format === undefined ? {} : { format }),
  },
});

/** Replaces `auto_date_histogram` by months, whose buckets are never merged. */
export const autoAsMonths: Without = withAggregation('auto_date_histogram', monthsOf);

/** Replaces `variable_width_histogram` by ranges with given bounds. */
export const clustersAsRanges: Without = withAggregation(
  'variable_width_histogram',
  ({ field }) => ({
    range: { field: field ?? null, ranges: [{ to: 10 }, { from: 10, to: 500 }, { from: 500 }] },
  }),
);

/** Replaces `diversified_sampler` by a sampler of all documents instead of a few per value. */
export const diverseAsAll: Without = withAggregation('diversified_sampler', () => ({
  sampler: { shard_size: 10_000 },
}));

/** Replaces both samplers by a filter that keeps everything. */
export const samplersAsFilters: Without = (found) =>
  withAggregation(
    'sampler',
    () => EVERYTHING,
  )(withAggregation('diversified_sampler', () => EVERYTHING)(found));

const EVERYTHING: Made = { filter: { match_all: {} } };

/** Replaces `missing` by a filter that finds the documents without a value. */
export const missingAsFilters: Without = withAggregation('missing', ({ field }) => ({
  filter: { bool: { must_not: [{ exists: { field: field ?? null } }] } },
}));

/** Removes the sub-aggregations of `variable_width_histogram`, and avoids the request cache. */
export const withBareClusters: Without = (found) => {
  const path = `${found.path}${found.path.includes('?') ? '&' : '?'}request_cache=false`;
  return withObjects((object) => {
    if (!isObject(object.variable_width_histogram)) return object;
    const { aggs: _aggs, aggregations: _aggregations, ...bare } = object;
    return bare;
  })({ ...found, path });
};

/** Replaces each `auto_date_histogram` that contains another by months. */
export const outerAutoAsMonths: Without = (found) =>
  withObjects((object) => {
    const isOuter = JSON.stringify(object.aggs ?? null).includes('"auto_date_histogram":');
    if (!isOuter || !isObject(object.auto_date_histogram)) return object;
    const { auto_date_histogram: options, ...rest } = object;
    return { ...rest, ...monthsOf(options) };
  })(found);

/** Replaces the digest of `percentiles` by an HDR histogram. */
export const exactPercentiles: Without = withObjects((object) =>
  isObject(object.percentiles)
    ? { ...object, percentiles: { ...object.percentiles, hdr: {} } }
    : object,
);

/** Asks for so many terms that no shard leaves any out. */
export const withAllTerms: Without = withObjects((object) => {
  const entries = Object.entries(object).map(
    ([key, options]): Member =>
      /^(?:(?:multi_|significant_)?terms|significant_text)$/.test(key) && isObject(options)
        ? [key, { ...options, shard_size: 100_000 }]
        : [key, options],
  );
  return Object.fromEntries(entries);
});

/** Sorts the rings of `geo_distance` from the inside to the outside. */
export const ringsInOrder: Without = withAggregation('geo_distance', (options) => {
  const from = (ring: Json): number => Number((isObject(ring) && ring.from) || 0);
  const ranges = Array.isArray(options.ranges) ? options.ranges : [];
  return { geo_distance: { ...options, ranges: ranges.toSorted((a, b) => from(a) - from(b)) } };
});

/** Limits histograms to buckets with documents. */
export const withoutGaps: Without = withObjects((object) =>
  Object.fromEntries(
    Object.entries(object).map(
      ([key, options]): Member =>
        /^(?:date_)?histogram$/.test(key) && isObject(options)
          ? [key, { ...options, min_doc_count: 1 }]
          : [key, options],
    ),
  ),
);

/** Removes the bounds of range queries. */
export const withoutBoundsOfRanges: Without = withObjects((object) => {
  const { range } = object;
  if (!isObject(range) || 'ranges' in range) return object;
  return { ...object, range: Object.fromEntries(Object.keys(range).map((field) => [field, {}])) };
});

/** Adds a sub-aggregation to every aggregation of these types that has none. */
const withInnerOf = (types: readonly string[]): Without =>
  withObjects((object) => {
    const isOne = types.some((type) => isObject(object[type]));
    const hasInner = object.aggs !== undefined || object.aggregations !== undefined;
    if (!isOne || hasInner) return object;
    return { ...object, aggs: { n: { value_count: { field: 'carrier' } } } };
  });

export const withInnerOfSamplers = withInnerOf(['sampler', 'diversified_sampler']);

/** With a sub-aggregation the histogram is counted document by document. */
export const withInnerOfAutoHistograms = withInnerOf(['auto_date_histogram']);

/**
 * Replaces a field by another one wherever a body names it. With `isPart`, fields inside it are
 * replaced too.
 */
export const withField = (
  field: string,
  other: string,
  { isPart = false }: { readonly isPart?: boolean } = {},
): Without => {
  const end = isPart ? '(?!\\w)' : '(?![\\w.])';
  const named = new RegExp(`(?<![\\w.])${field.replaceAll('.', '\\.')}${end}`, 'g');
  const renamed = (json: Json): Json => {
    if (typeof json === 'string') return json.replace(named, other);
    if (Array.isArray(json)) return json.map(renamed);
    if (!isObject(json)) return json;
    return Object.fromEntries(
      Object.entries(json).map(([key, value]) => [key.replace(named, other), renamed(value)]),
    );
  };
  return (found) => ({ ...found, body: renamed(found.body ?? null) });
};

/**
 * Replaces queries of all fields, or of fields by pattern, by queries of named fields, without one
 * of them.
 */
export const withoutFieldOf = (
  queries: readonly string[],
  field: string,
  others: readonly string[],
): Without => {
  const elsewhere = withField(field, others[0] ?? '');
  const narrowed = withObjects((object) => {
    const query = queries.find((each) => isObject(object[each])) ?? '';
    const options = object[query];
    if (!isObject(options)) return object;
    const { fields, default_field: standard } = options;
    const isOpen =
      (fields === undefined && standard === undefined) ||
      /\*|\[\]/.test(JSON.stringify([fields, standard]));
    if (!isOpen) return object;
    const { default_field: _standard, ...rest } = options;
    return { ...object, [query]: { ...rest, fields: [...others], lenient: true } };
  });
  return (found) => elsewhere(narrowed(found));
};

/** Changes every text of the body, and of the requests sent before it. */
export const withTexts =
  (change: (text: string) => string): Without =>
  (found) => {
    const inTexts = (json: Json): Json => {
      if (typeof json === 'string') return change(json);
      if (Array.isArray(json)) return json.map(inTexts);
      if (!isObject(json)) return json;
      return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, inTexts(value)]));
    };
    const before = found.before?.map((step) => ({ ...step, body: inTexts(step.body ?? null) }));
    const body = inTexts(found.body ?? null);
    return { ...found, body, ...(before === undefined ? {} : { before }) };
  };
