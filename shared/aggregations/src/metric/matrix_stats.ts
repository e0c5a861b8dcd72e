/**
 * `matrix_stats`: moments of several fields, and the covariance of each pair, over the documents
 * that have all fields.
 */
import {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '@skein/content';
import { ApiError } from '@skein/errors';
import { placeMetadata, tokenName } from '@skein/reading';
import type { SegmentReader } from '@skein/search_library';
import type { AggregationNode } from '../aggregation_node.js';
import { aggregationType, type ParseContext } from '../aggregation_type.js';
import type { Collector, CollectScope } from '../collect/collector.js';
import type { DocBlock } from '../collect/doc_block.js';
import { DROPPED, type ReduceInput } from '../reduction.js';
import { NumberRows } from '../values/number_rows.js';
import { NO_NUMBERS, type NumberSource, type ReadNumbers } from '../values/number_source.js';
import { resolveNumbers } from '../values/resolve_values.js';
import { numberJson } from '../values/value_format.js';
import { hashOrder } from './hash_order.js';
import { Moments, meanAt, pairAt, rowLength } from './moments.js';
import { bucketsOf } from './number_collector.js';

/** The reduction of a document's several values to one. */
type Mode = (typeof MODES)[number];

interface MatrixOptions {
  readonly fields: readonly string[];
  /** The value of a document without one, by field. */
  readonly missing: JsonObject;
  readonly mode: Mode;
}

interface MatrixPart {
  /** The fields that the shard knows, in the order of the request. */
  readonly fields: readonly string[];
  /** A row of `Moments` for each owner, one after another. */
  readonly rows: Float64Array;
}

const MODES = ['min', 'max', 'sum', 'avg', 'median'] as const;

function parse(json: JsonObject, context: ParseContext): MatrixOptions {
  let fields: readonly string[] = [];
  let missing: JsonObject = {};
  let mode: Mode = 'avg';
  for (const [key, value = null] of Object.entries(json)) {
    const isText = typeof value === 'string';
    if (key === 'fields' && isText) fields = [value];
    else if (key === 'fields' && isJsonArray(value)) fields = fieldsOf(value, context);
    else if (key === 'missing' && isJsonObject(value)) missing = value;
    else if (key === 'mode' && isText) mode = modeOf(value);
    else if (key !== 'format' || !isText) throw unexpected({ json, key, value }, context);
  }
  return { fields: [...new Set(fields)], missing, mode };
}

function fieldsOf(json: JsonArray, context: ParseContext): readonly string[] {
  return json.map((value, key) => {
    if (typeof value === 'string') return value;
    throw unexpected({ json, key, value, name: 'fields' }, context);
  });
}

function modeOf(text: string): Mode {
  const name = text.toLowerCase();
  const mode = MODES.find((each) => each === name);
  if (mode !== undefined) return mode;
  throw new ApiError('illegal_argument_exception', `Illegal sort mode: ${text}`);
}

interface RefusedEntry {
  readonly json: JsonValue;
  readonly key: string | number;
  readonly value: JsonValue;
  /** The name of the option, if `key` is an index of its array. */
  readonly name?: string;
}

function unexpected(
  { json, key, value, name = String(key) }: RefusedEntry,
  context: ParseContext,
): ApiError {
  const place = context.locate(json, key);
  const isScript = name === 'script' ? isJsonObject(value) : name === 'value_type';
  const scripts = isScript ? ' Multi-field aggregations do not support scripts.' : '';
  return new ApiError(
    'parsing_exception',
    `Unexpected token ${tokenName(value)} [${name}] in [${context.name}].${scripts}`,
    { metadata: placeMetadata(place) },
  );
}

/** The values of one field in the current block, and the position up to which they were read. */
class FieldValues {
  readonly rows = new NumberRows();
  readonly #source: NumberSource;
  readonly #mode: Mode;
  #read: ReadNumbers = NO_NUMBERS;
  #at = 0;

  constructor(source: NumberSource, mode: Mode) {
    this.#source = source;
    this.#mode = mode;
  }

  segment(reader: SegmentReader): void {
    this.#read = this.#source.segment(reader);
  }

  read(block: DocBlock): void {
    this.#read(block, this.rows);
    this.#at = 0;
  }

  /**
   * The value of the document at a place of the block, or NaN if it has none. Calls have ascending
   * places.
   */
  take(place: number): number {
    const { rows, values, count } = this.rows;
    while (this.#at < count && rows[this.#at] < place) this.#at++;
    const from = this.#at;
    while (this.#at < count && rows[this.#at] === place) this.#at++;
    if (from === this.#at) return Number.NaN;
    return from + 1 === this.#at
      ? values[from]
      : combined(values.subarray(from, this.#at), this.#mode);
  }
}

/** Reduces values in any order to one. It sorts them in place. */
function combined(values: Float64Array, mode: Mode): number {
  values.sort();
  const last = values.length - 1;
  if (mode === 'min') return values[0];
  if (mode === 'max') return values[last];
  if (mode === 'median') {
    return (values[last >> 1] + values[(last + 1) >> 1]) / 2;
  }
  let sum = 0;
  for (const value of values) sum += value;
  return mode === 'sum' ? sum : sum / values.length;
}

class MatrixCollector implements Collector<MatrixPart> {
  readonly #fields: readonly string[];
  readonly #columns: readonly FieldValues[];
  readonly #moments: Moments;
  readonly #values: Float64Array;

  constructor({ options }: AggregationNode<MatrixOptions>, { shard, late }: CollectScope) {
    const { mode, missing } = options;
    this.#fields = options.fields.filter(
      (field) => shard.mapping.field(field) !== undefined || Object.hasOwn(missing, field),
    );
    const columnOf = (field: string): FieldValues => {
      const values = { ...PLAIN, field, missing: missing[field] };
      return new FieldValues(resolveNumbers(values, shard, 'matrix_stats').source, mode);
    };
    this.#columns = late(() => this.#fields.map(columnOf)) ?? [];
    this.#moments = new Moments(this.#fields.length);
    this.#values = new Float64Array(this.#fields.length);
  }

  segment(reader: SegmentReader): void {
    for (const column of this.#columns) column.segment(reader);
  }

  collect(block: DocBlock): void {
    if (this.#columns.length === 0) return;
    for (const column of this.#columns) column.read(block);
    this.#moments.reserve(bucketsOf(block));
    for (let place = 0; place < block.count; place++) {
      if (this.#takeAll(place)) this.#moments.add(block.owners[place], this.#values);
    }
  }

  /** True if the document has all fields. */
  #takeAll(place: number): boolean {
    const columns = this.#columns;
    for (let i = 0; i < columns.length; i++) {
      const value = columns[i].take(place);
      if (Number.isNaN(value)) return false;
      this.#values[i] = value;
    }
    return true;
  }

  build(owners: Uint32Array): MatrixPart {
    const fields = this.#fields;
    const length = rowLength(fields.length);
    const rows = new Float64Array(owners.length * length);
    owners.forEach((owner, i) => {
      rows.set(this.#moments.rows.subarray(owner * length, (owner + 1) * length), i * length);
    });
    return { fields, rows };
  }
}

const PLAIN = {
  script: undefined,
  valueType: undefined,
  format: undefined,
  timeZone: undefined,
} as const;

/**
 * If a shard does not know a field that another shard knows, its documents lack that field and do
 * not count.
 */
function reduce(inputs: readonly ReduceInput<MatrixPart>[], owners: number): MatrixPart {
  const fields = inputs.reduce<readonly string[]>(
    (most, { part }) => (part.fields.length > most.length ? part.fields : most),
    [],
  );
  const length = rowLength(fields.length);
  const moments = new Moments(fields.length);
  moments.reserve(owners);
  for (const { part, map } of inputs) {
    if (part.fields.length < fields.length) continue;
    map.forEach((to, i) => {
      if (to !== DROPPED) moments.merge(to, part.rows, i * length);
    });
  }
  return { fields, rows: moments.rows.slice(0, owners * length) };
}

/** Renders the moments of one owner. */
class Shown {
  readonly #fields: readonly string[];
  readonly #row: Float64Array;

  constructor({ fields, rows }: MatrixPart, owner: number) {
    const length = rowLength(fields.length);
    this.#fields = fields;
    this.#row = rows.subarray(owner * length, (owner + 1) * length);
  }

  json(): JsonObject {
    const count = this.#row[0] ?? 0;
    if (count === 0 || this.#fields.length === 0) return { doc_count: 0 };
    const order = hashOrder(this.#fields);
    return { doc_count: count, fields: order.map((field) => this.#field(field, order)) };
  }

  #field(name: string, order: readonly string[]): JsonObject {
    const [count, field] = [this.#row[0], this.#fields.indexOf(name)];
    const at = meanAt(field);
    const [mean = 0, second = 0, third = 0, fourth = 0] = this.#row.subarray(at, at + 4);
    return {
      name,
      count,
      mean: numberJson(mean),
      variance: numberJson(this.#covariance(field, field)),
      skewness: numberJson((Math.sqrt(count) * third) / second ** 1.5),
      kurtosis: numberJson((count * fourth) / (second * second)),
      covariance: this.#eachOf(order, (other) => this.#covariance(field, other)),
      correlation: this.#eachOf(order, (other) => this.#correlation(field, other)),
    };
  }

  #eachOf(order: readonly string[], value: (field: number) => number): JsonObject {
    return Object.fromEntries(
      order.map((name) => [name, numberJson(value(this.#fields.indexOf(name)))]),
    );
  }

  /** The sample covariance, which is not finite for a single document. */
  #covariance(a: number, b: number): number {
    const at =
      a === b ? meanAt(a) + 1 : pairAt(this.#fields.length, Math.min(a, b), Math.max(a, b));
    return this.#row[at] / (this.#row[0] - 1);
  }

  #correlation(a: number, b: number): number {
    if (a === b) return 1;
    return this.#covariance(a, b) / Math.sqrt(this.#covariance(a, a) * this.#covariance(b, b));
  }
}

export const matrixStats = aggregationType<MatrixOptions, MatrixPart>({
  name: 'matrix_stats',
  takes: 'none',
  parse,
  collector: (node, scope) => new MatrixCollector(node, scope),
  reduce: (_node, inputs, { owners }) => reduce(inputs, owners),
  render: (_node, { part, owner }) => new Shown(part, owner).json(),
});
