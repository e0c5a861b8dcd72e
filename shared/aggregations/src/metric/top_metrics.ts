/**
 * `top_metrics`: values of the best document, or of the best few, of each bucket. It is an
 * aggregation of Elasticsearch; OpenSearch has none like it.
 */

import {
  double,
  encodeJson,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  RawJson,
} from '@skein/content';
import { illegalArgument } from '@skein/errors';
import { type Draft, integerOf, into, readFields, textOf } from '@skein/reading';
import type { AggregationNode } from '../aggregation_node.js';
import type { FoundHits, HitsRequest } from '../aggregation_shard.js';
import { aggregationType, type ParseContext } from '../aggregation_type.js';
import type { Collector, CollectScope } from '../collect/collector.js';
import type { DocBlock } from '../collect/doc_block.js';
import { asSampled } from '../collect/scaled.js';
import { textOfNumber } from '../values/value_format.js';
import { reduceHits, TopHitsCollector, type TopHitsPart } from './top_hits.js';

interface Metric {
  readonly field: string;
  /** The value of documents without one. */
  readonly missing: JsonValue;
}

interface TopMetricsOptions {
  readonly metrics: readonly Metric[];
  readonly size: number;
  /** The field that documents are sorted by, or the name of another kind of sort. */
  readonly sortedBy: string;
  /** The request for hits with their sort keys and the values of the metrics. */
  readonly hits: HitsRequest;
}

type Hit = FoundHits['hits'][number];

const MAX_SIZE = 10;

function sizeOf(json: JsonValue): number {
  const size = integerOf(json);
  if (size < 1) throw illegalArgument(`[size] must be more than [0] but was [${size}]`);
  if (size <= MAX_SIZE) return size;
  throw illegalArgument(`[top_metrics.size] must not be more than [${MAX_SIZE}] but was [${size}]`);
}

function metricOf(json: JsonValue, { locate }: ParseContext): Metric {
  const draft: Draft<Metric, 'field'> = { field: undefined, missing: null };
  readFields(
    isJsonObject(json) ? json : {},
    {
      field: into(draft, 'field', 'string', textOf),
      missing: into(draft, 'missing', 'value', (value) => value),
    },
    { name: 'metrics', locate },
  );
  const { field, missing } = draft;
  if (field !== undefined) return { field, missing };
  throw illegalArgument('Required one of fields [field], but none were specified. ');
}

/** The name of the only sort. Requests with several sorts are refused. */
function sortedBy(json: JsonValue): string {
  const [only, ...more] = isJsonArray(json) ? json : [json];
  const names = isJsonObject(only) ? Object.keys(only) : [textOf(only ?? null)];
  const [name] = names;
  if (name !== undefined && names.length === 1 && more.length === 0) return name;
  throw illegalArgument('[sort] must contain exactly one sort');
}

interface TopMetricsDraft {
  metrics: TopMetricsOptions['metrics'] | undefined;
  size: number;
  sort: JsonValue | undefined;
}

function parse(json: JsonObject, context: ParseContext): TopMetricsOptions {
  const draft: TopMetricsDraft = { metrics: undefined, size: 1, sort: undefined };
  readFields(
    json,
    {
      metrics: into(draft, 'metrics', 'object_array', (value) =>
        (isJsonArray(value) ? value : [value]).map((each) => metricOf(each, context)),
      ),
      size: into(draft, 'size', 'number', sizeOf),
      sort: into(draft, 'sort', 'object_array_or_string', (value) => value),
    },
    { name: context.type, locate: context.locate },
  );
  const { metrics, size, sort } = draft;
  if (metrics === undefined || sort === undefined) {
    const missing = [metrics ? [] : ['metrics'], sort ? [] : ['sort']].flat().join(', ');
    throw illegalArgument(`Required [${missing}]`);
  }
  if (metrics.length === 0) throw illegalArgument('[metrics] must not be empty');
  const fields = metrics.map(({ field }) => ({ field }));
  const asked = { size, sort, _source: false, docvalue_fields: fields };
  return { metrics, size, sortedBy: sortedBy(sort), hits: context.readHits(asked) };
}

class TopMetricsCollector implements Collector<TopHitsPart> {
  readonly #hits: TopHitsCollector;
  readonly #scope: CollectScope;
  readonly #options: TopMetricsOptions;

  constructor({ options }: AggregationNode<TopMetricsOptions>, scope: CollectScope) {
    this.#options = options;
    this.#scope = scope;
    this.#hits = new TopHitsCollector(options.hits, scope);
  }

  segment(...at: Parameters<Collector['segment']>): void {
    this.#hits.segment(...at);
  }

  collect(block: DocBlock): void {
    this.#hits.collect(block);
  }

  build(owners: Uint32Array): TopHitsPart {
    const { orders, found } = this.#hits.build(owners);
    return {
      orders,
      found: found.map((own) => ({ ...own, hits: own.hits.map((hit) => this.#shown(hit)) })),
    };
  }

  #shown(hit: Hit): Hit {
    const json = parseJson(hit.bytes);
    const { fields = {}, sort } = isJsonObject(json) ? json : {};
    const metrics = this.#options.metrics.map(({ field, missing }): [string, JsonValue] => {
      const values = isJsonObject(fields) ? fields[field] : undefined;
      const first = isJsonArray(values) ? values[0] : undefined;
      return [field, first === undefined ? missing : this.#valueJson(field, first)];
    });
    const keys = isJsonArray(sort) ? sort : [double(hit.score)];
    const shown = {
      sort: keys.map((key) => this.#keyJson(key)),
      metrics: Object.fromEntries(metrics),
    };
    return { ...hit, bytes: encodeJson(shown) };
  }

  #valueJson(field: string, value: JsonValue): JsonValue {
    if (typeof value !== 'number') return value;
    return this.#scope.shard.mapping.field(field)?.spec.column === 'double' ? double(value) : value;
  }

  /** A date is shown in the format of its field. */
  #keyJson(key: JsonValue): JsonValue {
    if (typeof key !== 'number' && typeof key !== 'bigint') return key;
    const field = this.#scope.shard.mapping.field(this.#options.sortedBy);
    if (field === undefined) return key;
    if (field.spec.column === 'double') return double(Number(key));
    if (field.values.kind !== 'instant') return key;
    const { pattern, perMs } = field.values;
    const ms = Number(BigInt(key) / BigInt(perMs));
    return textOfNumber(ms, { kind: 'date', pattern, timeZone: undefined });
  }
}

function metricOfBest({ found }: TopHitsPart, owner: number, name: string): number {
  const best = found[owner]?.hits[0];
  const json = best === undefined ? null : parseJson(best.bytes);
  const metrics = isJsonObject(json) && isJsonObject(json.metrics) ? json.metrics : {};
  const value = metrics[name];
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : Number.NaN;
}

export const topMetrics = aggregationType<TopMetricsOptions, TopHitsPart>({
  name: 'top_metrics',
  takes: 'none',
  parse,
  mapQueries: (options, change) => ({ ...options, hits: change.hits(options.hits) }),
  needsScores: ({ options }) => options.hits.needsScores,
  collector: (node, scope) => new TopMetricsCollector(node, scope),
  scaled: asSampled,
  reduce: ({ options: { size } }, inputs, reduction) => reduceHits(inputs, reduction, size),
  render: (_node, { part, owner }) => ({
    top: (part.found[owner]?.hits ?? []).map(({ bytes }) => new RawJson(bytes)),
  }),
  value: ({ options }, { part, owner }, property) =>
    options.metrics.some(({ field }) => field === property)
      ? metricOfBest(part, owner, property)
      : undefined,
});
