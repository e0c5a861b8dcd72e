/**
 * `t_test`: the probability of means that differ this much if the populations have the same mean
 * (Student 1908, Welch 1947). It is an aggregation of Elasticsearch; OpenSearch has none like it.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError, illegalArgument } from '@skein/errors';
import { type Draft, into, readFields, textOf } from '@skein/reading';
import type { SegmentReader } from '@skein/search_library';
import type { AggregationNode } from '../aggregation_node.js';
import type { QueryData } from '../aggregation_shard.js';
import { aggregationType, type ParseContext } from '../aggregation_type.js';
import type { Collector, CollectScope } from '../collect/collector.js';
import type { DocBlock } from '../collect/doc_block.js';
import { hasBit, Matching } from '../collect/matching.js';
import { asSampled } from '../collect/scaled.js';
import { bothTails } from '../statistics/student.js';
import { NumberRows } from '../values/number_rows.js';
import type { NumberSource, ReadNumbers } from '../values/number_source.js';
import { resolvePlainNumbers } from '../values/resolve_values.js';
import { RAW, type ValueFormat } from '../values/value_format.js';
import { type OwnOptions, readValues, type ValuesOptions } from '../values/values_options.js';
import { bucketsOf } from './number_collector.js';
import { scriptScores } from './script_scores.js';
import { isOnlyValue, singleValue } from './single_value.js';
import { reduceSpreads, type SpreadPart, Spreads } from './spreads.js';

const KINDS = ['paired', 'homoscedastic', 'heteroscedastic'] as const;
type Kind = (typeof KINDS)[number];

interface Population extends ValuesOptions {
  /** If it is `undefined`, all documents belong to the population. */
  readonly filter: QueryData | undefined;
}

interface TestOptions {
  readonly a: Population;
  readonly b: Population;
  readonly kind: Kind;
  readonly format: ValueFormat;
}

/** Either one spread, of the differences of pairs, or one spread for each population. */
interface TestPart {
  readonly spreads: readonly SpreadPart[];
}

function populationOf(json: JsonValue, context: ParseContext): Population {
  const draft: Draft<OwnOptions<Population>> = { filter: undefined };
  const own = {
    filter: into(draft, 'filter', 'object', (value) => context.readQuery(value)),
  };
  const values = readValues(isJsonObject(json) ? json : {}, context, { own, formats: false });
  return { ...values, ...draft };
}

function kindOf(json: JsonValue): Kind {
  const name = textOf(json).toLowerCase();
  const kind = KINDS.find((each) => each === name);
  if (kind !== undefined) return kind;
  throw illegalArgument(`Unknown test type [${name}], known ones are [${KINDS.join(', ')}]`);
}

function decimal(json: JsonValue): ValueFormat {
  return { kind: 'decimal', pattern: textOf(json) };
}

function parse(json: JsonObject, context: ParseContext): TestOptions {
  const draft: Draft<TestOptions, 'a' | 'b'> = {
    a: undefined,
    b: undefined,
    kind: 'heteroscedastic',
    format: RAW,
  };
  const population = (value: JsonValue) => populationOf(value, context);
  readFields(
    json,
    {
      a: into(draft, 'a', 'object', population),
      b: into(draft, 'b', 'object', population),
      type: into(draft, 'kind', 'string', kindOf),
      format: into(draft, 'format', 'string', decimal),
    },
    { name: context.type, locate: context.locate },
  );
  const { a, b, kind, format } = draft;
  if (a === undefined || b === undefined) {
    const missing = [a ? [] : ['a'], b ? [] : ['b']].flat().join(', ');
    throw illegalArgument(`Required [${missing}]`);
  }
  if (kind === 'paired' && (a.filter ?? b.filter) !== undefined) {
    throw illegalArgument('Paired t-test does not support filters');
  }
  return { a, b, kind, format };
}

/** Reads the values of a population, from the documents that match its filter. */
class PopulationReader {
  readonly rows = new NumberRows();
  readonly #source: NumberSource;
  readonly #matching: Matching | undefined;
  #read: ReadNumbers | undefined;

  constructor({ filter, ...values }: Population, { shard }: CollectScope) {
    this.#source = resolvePlainNumbers(values, shard, 't_test').source;
    this.#matching = filter && new Matching(shard.searcher, shard.query(filter));
  }

  segment(reader: SegmentReader): void {
    this.#read = this.#source.segment(reader);
    this.#matching?.segment(reader);
  }

  read(block: DocBlock): void {
    this.#read?.(block, this.rows);
  }

  collect(block: DocBlock, into: Spreads): void {
    this.read(block);
    const bits = this.#matching?.bits();
    const { rows, values, count } = this.rows;
    for (let i = 0; i < count; i++) {
      const row = rows[i];
      if (bits !== undefined && !hasBit(bits, block.docs[row])) continue;
      into.add(block.owners[row], values[i]);
    }
  }
}

class UnpairedCollector implements Collector<TestPart> {
  readonly #sides: readonly { readonly from: PopulationReader; readonly spreads: Spreads }[];

  constructor({ options: { a, b } }: AggregationNode<TestOptions>, scope: CollectScope) {
    this.#sides = [a, b].map((population) => ({
      from: new PopulationReader(population, scope),
      spreads: new Spreads(),
    }));
  }

  segment(reader: SegmentReader): void {
    for (const { from } of this.#sides) from.segment(reader);
  }

  collect(block: DocBlock): void {
    const buckets = bucketsOf(block);
    for (const { from, spreads } of this.#sides) {
      spreads.reserve(buckets);
      from.collect(block, spreads);
    }
  }

  build(owners: Uint32Array): TestPart {
    return { spreads: this.#sides.map(({ spreads }) => spreads.build(owners)) };
  }
}

/** Collects the differences of the two values of each document that has both. */
class PairedCollector implements Collector<TestPart> {
  readonly #spreads = new Spreads();
  readonly #a: PopulationReader;
  readonly #b: PopulationReader;
  /**
   * For each document of the block, its number of values of `a`, at most 2; 2 as well once its
   * value of `b` is met. `#values` has the first value.
   */
  #counts = new Uint8Array(0);
  #values = new Float64Array(0);

  constructor({ options: { a, b } }: AggregationNode<TestOptions>, scope: CollectScope) {
    this.#a = new PopulationReader(a, scope);
    this.#b = new PopulationReader(b, scope);
  }

  segment(reader: SegmentReader): void {
    this.#a.segment(reader);
    this.#b.segment(reader);
  }

  collect(block: DocBlock): void {
    this.#spreads.reserve(bucketsOf(block));
    if (this.#counts.length < block.count) {
      this.#counts = new Uint8Array(block.count);
      this.#values = new Float64Array(block.count);
    }
    this.#counts.fill(0);
    this.#a.read(block);
    this.#b.read(block);
    const { rows, values, count } = this.#a.rows;
    for (let i = 0; i < count; i++) {
      const row = rows[i];
      if (this.#counts[row] === 0) this.#values[row] = values[i];
      this.#counts[row] = Math.min(2, this.#counts[row] + 1);
    }
    this.#subtract(block);
  }

  #subtract({ owners }: DocBlock): void {
    const { rows, values, count } = this.#b.rows;
    for (let i = 0; i < count; i++) {
      const row = rows[i];
      if (this.#counts[row] === 0) continue;
      if (this.#counts[row] === 2) throw severalValues();
      this.#counts[row] = 2;
      this.#spreads.add(owners[row], this.#values[row] - values[i]);
    }
  }

  build(owners: Uint32Array): TestPart {
    return { spreads: [this.#spreads.build(owners)] };
  }
}

function severalValues(): ApiError {
  return new ApiError(
    'aggregation_execution_exception',
    'Encountered more than one value for a single document. Use a script to combine multiple values per doc into a single value.',
    { status: 400 },
  );
}

interface Spread {
  readonly count: number;
  readonly mean: number;
  readonly variance: number;
}

function spreadOf(part: SpreadPart | undefined, owner: number): Spread {
  const count = part?.counts[owner] ?? 0;
  const squares = part?.squares[owner] ?? 0;
  return { count, mean: part?.means[owner] ?? 0, variance: squares / (count - 1) };
}

/** The two-sided p-value, or NaN if there are too few values. */
function probability({ spreads }: TestPart, owner: number, kind: Kind): number {
  const [a, b] = [spreadOf(spreads[0], owner), spreadOf(spreads[1], owner)];
  if (kind === 'paired') {
    return a.count < 2 ? Number.NaN : tails(a.mean, a.variance / a.count, a.count - 1);
  }
  if (a.count < 2 || b.count < 2) return Number.NaN;
  const difference = a.mean - b.mean;
  if (kind === 'homoscedastic') {
    const freedom = a.count + b.count - 2;
    const pooled = ((a.count - 1) * a.variance + (b.count - 1) * b.variance) / freedom;
    return tails(difference, pooled * (1 / a.count + 1 / b.count), freedom);
  }
  const [errorA, errorB] = [a.variance / a.count, b.variance / b.count];
  const freedom =
    (errorA + errorB) ** 2 / (errorA ** 2 / (a.count - 1) + errorB ** 2 / (b.count - 1));
  return tails(difference, errorA + errorB, freedom);
}

function tails(difference: number, variance: number, freedom: number): number {
  return bothTails(difference / Math.sqrt(variance), freedom);
}

export const tTest = aggregationType<TestOptions, TestPart>({
  name: 't_test',
  takesValues: ['numeric'],
  takes: 'none',
  parse,
  mapQueries(options, change) {
    const changed = (population: Population): Population => {
      const { filter } = population;
      return filter === undefined ? population : { ...population, filter: change.query(filter) };
    };
    return { ...options, a: changed(options.a), b: changed(options.b) };
  },
  needsScores: (node) =>
    [node.options.a, node.options.b].some((options) => scriptScores({ ...node, options })),
  collector: (node, scope) =>
    node.options.kind === 'paired'
      ? new PairedCollector(node, scope)
      : new UnpairedCollector(node, scope),
  scaled: asSampled,
  reduce({ options }, inputs, { owners }) {
    const sides = options.kind === 'paired' ? [0] : [0, 1];
    return {
      spreads: sides.map((side) =>
        reduceSpreads(
          inputs.map(({ part, map }) => ({ part: part.spreads[side], map })),
          owners,
        ),
      ),
    };
  },
  render({ options }, { part, owner }) {
    const value = probability(part, owner, options.kind);
    return singleValue(Number.isNaN(value) ? undefined : value, options.format);
  },
  value: ({ options }, { part, owner }, property) =>
    isOnlyValue(property) ? probability(part, owner, options.kind) : undefined,
});
