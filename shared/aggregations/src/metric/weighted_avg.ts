/** `weighted_avg`: the mean of a field's values, weighted by the values of another field. */

import type { JsonObject, JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { MappedField } from '@skein/mapping';
import { type Draft, into, readFields, textOf } from '@skein/reading';
import type { SegmentReader } from '@skein/search_library';
import type { AggregationNode } from '../aggregation_node.js';
import type { AggregationShard } from '../aggregation_shard.js';
import { aggregationType, type ParseContext } from '../aggregation_type.js';
import type { Collector, CollectScope } from '../collect/collector.js';
import { CompensatedSums } from '../collect/compensated_sums.js';
import type { DocBlock } from '../collect/doc_block.js';
import { asSampled } from '../collect/scaled.js';
import { NumberRows } from '../values/number_rows.js';
import type { NumberSource, ReadNumbers } from '../values/number_source.js';
import type { NumberValues } from '../values/number_values.js';
import { DEFAULT_DATE_FORMAT, resolveNumbers } from '../values/resolve_values.js';
import { RAW, type ValueFormat } from '../values/value_format.js';
import { NUMBER_KINDS } from '../values/value_names.js';
import {
  readField,
  type ValuesOptions,
  type ValueType,
  valueTypeOf,
} from '../values/values_options.js';
import { bucketsOf, pick } from './number_collector.js';
import { formatOfParts } from './part_format.js';
import { isOnlyValue, singleValue } from './single_value.js';
import { reduceSums } from './sums.js';

interface WeightedOptions {
  readonly value: ValuesOptions;
  /** The shards refuse a request without it. */
  readonly weight: ValuesOptions | undefined;
  readonly format: string | undefined;
  readonly valueType: ValueType | undefined;
}

interface WeightedPart {
  /** The sums of weights times values and of weights, each with its compensation. */
  readonly products: Float64Array;
  readonly productDeltas: Float64Array;
  readonly weights: Float64Array;
  readonly weightDeltas: Float64Array;
  readonly format: ValueFormat;
}

function parse(json: JsonObject, context: ParseContext): WeightedOptions {
  const draft: Draft<WeightedOptions, 'value'> = {
    value: undefined,
    weight: undefined,
    format: undefined,
    valueType: undefined,
  };
  const side = (value: JsonValue): ValuesOptions =>
    readField(value, context, { formats: false, alone: true });
  readFields(
    json,
    {
      value: into(draft, 'value', 'object', side),
      weight: into(draft, 'weight', 'object', side),
      format: into(draft, 'format', 'string', textOf),
      value_type: into(draft, 'valueType', 'string', (value) => valueTypeOf(textOf(value))),
    },
    { name: 'weighted_avg', locate: context.locate },
  );
  const { value, weight, ...shown } = draft;
  if (value !== undefined) return { value, weight, ...shown };
  const missing = weight === undefined ? 'value, weight' : 'value';
  throw new ApiError('illegal_argument_exception', `Required [${missing}]`);
}

function noWeight(): ApiError {
  return new ApiError(
    'illegal_argument_exception',
    'Could not find field name [weight] in multiValuesSource',
  );
}

const TERM_KINDS: ReadonlySet<MappedField['values']['kind']> = new Set([
  'term',
  'constant',
  'address',
  'version',
]);

/**
 * Resolves a field of numbers and refuses a field of terms at once. A field of points or ranges is
 * refused when the returned function is called, because OpenSearch finds these faults last.
 */
function readerOf(options: ValuesOptions, shard: AggregationShard): () => NumberValues {
  const field = options.field === undefined ? undefined : shard.mapping.field(options.field);
  const read = (): NumberValues => resolveNumbers(options, shard, 'weighted_avg');
  if (field === undefined) return readAtOnce(read);
  const { kind } = field.values;
  if (!field.isText && TERM_KINDS.has(kind)) throw noNumbers(field);
  return kind === 'point' || kind === 'range' ? read : readAtOnce(read);
}

function readAtOnce(read: () => NumberValues): () => NumberValues {
  const values = read();
  return () => values;
}

function noNumbers({ name, typeName }: MappedField): ApiError {
  return new ApiError(
    'illegal_argument_exception',
    `Expected numeric type on field [${name}], but got [${typeName}]`,
  );
}

/**
 * The format of the mean. The format of the field is not used, and `format` is ignored if there is
 * a `value_type`.
 */
function formatOf({ format, valueType }: WeightedOptions): ValueFormat {
  if (valueType === 'date')
    return { kind: 'date', pattern: DEFAULT_DATE_FORMAT, timeZone: undefined };
  if (valueType === 'boolean') return { kind: 'boolean' };
  const isShown = valueType === undefined && format !== undefined;
  return isShown ? { kind: 'decimal', pattern: format } : RAW;
}

class WeightedCollector implements Collector<WeightedPart> {
  readonly #values: NumberSource;
  readonly #weights: NumberSource;
  readonly #format: ValueFormat;
  readonly #valueRows = new NumberRows();
  readonly #weightRows = new NumberRows();
  readonly #products = new CompensatedSums();
  readonly #total = new CompensatedSums();
  #readValues: ReadNumbers | undefined;
  #readWeights: ReadNumbers | undefined;

  constructor({ options }: AggregationNode<WeightedOptions>, { shard }: CollectScope) {
    // The order in which OpenSearch finds faults in the two.
    const readWeight = options.weight && readerOf(options.weight, shard);
    const values = readerOf(options.value, shard)();
    if (readWeight === undefined) throw noWeight();
    this.#values = values.source;
    this.#format = formatOf(options);
    this.#weights = readWeight().source;
  }

  segment(reader: SegmentReader): void {
    this.#readValues = this.#values.segment(reader);
    this.#readWeights = this.#weights.segment(reader);
  }

  /** Adds a block. The rows of values and weights are in the order of their documents. */
  collect(block: DocBlock): void {
    this.#readValues?.(block, this.#valueRows);
    this.#readWeights?.(block, this.#weightRows);
    const { rows, values, count } = this.#valueRows;
    const weights = this.#weightRows;
    const buckets = bucketsOf(block);
    this.#products.reserve(buckets);
    this.#total.reserve(buckets);
    let at = 0;
    for (let i = 0; i < count; i++) {
      const row = rows[i];
      while (at < weights.count && weights.rows[at] < row) at++;
      if (at === weights.count || weights.rows[at] !== row) continue;
      if (at + 1 < weights.count && weights.rows[at + 1] === row) throw severalWeights();
      const weight = weights.values[at];
      const owner = block.owners[row];
      this.#products.add(owner, values[i] * weight);
      this.#total.add(owner, weight);
    }
  }

  build(owners: Uint32Array): WeightedPart {
    return {
      products: pick(this.#products.values, owners),
      productDeltas: pick(this.#products.deltas, owners),
      weights: pick(this.#total.values, owners),
      weightDeltas: pick(this.#total.deltas, owners),
      format: this.#format,
    };
  }
}

function severalWeights(): ApiError {
  return new ApiError(
    'aggregation_execution_exception',
    'Encountered more than one weight for a single document. Use a script to combine multiple weights-per-doc into a single value.',
  );
}

/** The mean, or NaN if the sum of the weights is 0. */
function mean({ products, weights }: WeightedPart, owner: number): number {
  const weight = weights[owner];
  return weight === 0 ? Number.NaN : products[owner] / weight;
}

export const weightedAvg = aggregationType<WeightedOptions, WeightedPart>({
  name: 'weighted_avg',
  takesValues: NUMBER_KINDS,
  takes: 'none',
  parse,
  collector: (node, scope) => new WeightedCollector(node, scope),
  scaled: asSampled,
  reduce(_node, inputs, { owners }) {
    const sums = (values: 'products' | 'weights', deltas: 'productDeltas' | 'weightDeltas') =>
      reduceSums(
        inputs.map(({ part, map }) => ({
          part: { sums: part[values], deltas: part[deltas], counts: part[values] },
          map,
        })),
        owners,
      );
    const products = sums('products', 'productDeltas');
    const weights = sums('weights', 'weightDeltas');
    return {
      products: products.sums,
      productDeltas: products.deltas,
      weights: weights.sums,
      weightDeltas: weights.deltas,
      format: formatOfParts(inputs),
    };
  },
  render(_node, { part, owner }) {
    const value = mean(part, owner);
    return singleValue(Number.isNaN(value) ? undefined : value, part.format);
  },
  value: (_node, { part, owner }, property) =>
    isOnlyValue(property) ? mean(part, owner) : undefined,
});
