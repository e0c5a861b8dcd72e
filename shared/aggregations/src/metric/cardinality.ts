/**
 * `cardinality`: the approximate number of distinct values. Values are first deduplicated exactly,
 * so that each is hashed once a bucket and not once a document.
 */
import { hashLong, hashWords } from '@skein/bytes';
import type { JsonValue } from '@skein/content';
import { ApiError, illegalArgument } from '@skein/errors';
import { type Draft, integerOf, into, longOf, textOf } from '@skein/reading';
import type { SegmentReader } from '@skein/search_library';
import type { AggregationNode } from '../aggregation_node.js';
import type { AggregationShard } from '../aggregation_shard.js';
import { aggregationType, type ParseContext } from '../aggregation_type.js';
import type { Collector, CollectorProfile, CollectScope } from '../collect/collector.js';
import type { DocBlock } from '../collect/doc_block.js';
import { doubleOfWords } from '../collect/double_words.js';
import { KeyTable } from '../collect/key_table.js';
import { asSampled } from '../collect/scaled.js';
import { DROPPED } from '../reduction.js';
import {
  DistinctCounter,
  distinctCount,
  EMPTY_SKETCH,
  precisionOf,
} from '../sketches/distinct_sketch.js';
import { NumberRows } from '../values/number_rows.js';
import type { ReadNumbers } from '../values/number_source.js';
import type { NumberValues } from '../values/number_values.js';
import { pointTerms } from '../values/point_terms.js';
import { wholeValues } from '../values/range_terms.js';
import { resolveValues, type TermValues, type Values } from '../values/resolve_values.js';
import { shapeTerms } from '../values/shape_terms.js';
import { type SegmentTerms, sourceTerms } from '../values/term_source.js';
import { TERM_KINDS } from '../values/value_names.js';
import { readValues, type ValuesOptions } from '../values/values_options.js';
import { scriptScores } from './script_scores.js';
import { isOnlyValue } from './single_value.js';
import {
  type CardinalityPart,
  type MetTerms,
  Sketches,
  TermsByOwner,
  TermsOfAll,
} from './sketches_by_bucket.js';

interface CardinalityOptions extends ValuesOptions {
  readonly threshold: number;
  /** Checked by the shards, as in OpenSearch; it has no effect. */
  readonly executionHint: string | undefined;
}

const DEFAULT_THRESHOLD = 3000;
const MAX_THRESHOLD = 40_000;
/** The number of distinct pairs of bucket and value beyond which they go into the sketches. */
const MAX_KEPT = 1 << 16;
/** The number of segments that were read, by the way in which values are told apart. */
interface Reads {
  readonly ordinals?: number;
  readonly hashed?: number;
  readonly numbers?: number;
  readonly none?: number;
}

function profileOf({ ordinals = 0, hashed = 0, numbers = 0, none = 0 }: Reads): CollectorProfile {
  return {
    debug: {
      empty_collectors_used: none,
      numeric_collectors_used: numbers,
      ordinals_collectors_used: ordinals,
      ordinals_collectors_overhead_too_high: 0,
      string_hashing_collectors_used: hashed,
      dynamic_pruned_segments: 0,
    },
  };
}

/**
 * Counts terms segment by segment. A term is hashed once in each segment that has it, so terms need
 * no numbers that hold for the whole shard.
 */
class TermCardinality implements Collector<CardinalityPart> {
  readonly #values: TermValues;
  readonly #hasField: boolean;
  readonly #met: MetTerms;
  readonly #sketches: Sketches;
  #terms: SegmentTerms | undefined;
  #segments = 0;

  /** `hasField` is true if the terms come from a field's column. */
  constructor(values: TermValues, sketches: Sketches, { hasField, isAtTop }: TermGround) {
    this.#values = values;
    this.#hasField = hasField;
    this.#sketches = sketches;
    this.#met = isAtTop ? new TermsOfAll() : new TermsByOwner();
  }

  profile(): CollectorProfile {
    const segments = this.#segments;
    return profileOf(this.#hasField ? { ordinals: segments } : { hashed: segments });
  }

  segment(reader: SegmentReader): void {
    this.#hash();
    this.#segments++;
    const { source } = this.#values;
    this.#terms = source.alone === undefined ? sourceTerms(source, reader) : source.alone(reader);
  }

  collect(block: DocBlock): void {
    if (this.#terms !== undefined) this.#met.meet(this.#terms, block);
  }

  #hash(): void {
    if (this.#terms !== undefined) this.#met.hash(this.#terms, this.#sketches);
    this.#terms = undefined;
  }

  build(owners: Uint32Array): CardinalityPart {
    this.#hash();
    return this.#sketches.build(owners);
  }
}

interface TermGround {
  readonly hasField: boolean;
  /** True if all documents are in one bucket. */
  readonly isAtTop: boolean;
}

class NumberCardinality implements Collector<CardinalityPart> {
  readonly #values: NumberValues;
  readonly #rows = new NumberRows();
  readonly #sketches: Sketches;
  #met = new KeyTable();
  #read: ReadNumbers | undefined;

  #segments = 0;

  constructor(values: NumberValues, precision: number) {
    this.#values = values;
    this.#sketches = new Sketches(precision);
  }

  profile(): CollectorProfile {
    return profileOf({ numbers: this.#segments });
  }

  segment(reader: SegmentReader): void {
    this.#segments++;
    this.#read = this.#values.source.segment(reader);
  }

  collect(block: DocBlock): void {
    this.#read?.(block, this.#rows);
    const { rows, values, longs, count } = this.#rows;
    const words = new Uint32Array((longs ?? values).buffer);
    const { owners } = block;
    // Whole numbers are kept as doubles and hashed as longs; those too wide for doubles are hashed
    // at once.
    const isWide = longs !== undefined;
    if (isWide && this.#met.size > 0) this.#flush(false);
    for (let i = 0; i < count; i++) {
      this.#met.bucket(owners[rows[i]], words[2 * i], words[2 * i + 1]);
    }
    if (isWide || this.#met.size > MAX_KEPT) this.#flush(isWide);
  }

  #flush(areLongs: boolean): void {
    const { owners, lows, highs, size } = this.#met;
    const isWhole = this.#values.numbers !== 'double';
    for (let i = 0; i < size; i++) {
      const [low, high] = [lows[i], highs[i]];
      if (areLongs || !isWhole) hashWords(high, low);
      else hashLong(doubleOfWords(low, high));
      this.#sketches.add(owners[i]);
    }
    this.#met = new KeyTable();
  }

  build(owners: Uint32Array): CardinalityPart {
    this.#flush(false);
    return this.#sketches.build(owners);
  }
}

function collector(
  { options }: AggregationNode<CardinalityOptions>,
  { shard, parents }: CollectScope,
): Collector<CardinalityPart> {
  checkHint(options);
  const values = valuesOf(options, shard);
  const precision = precisionOf(options.threshold);
  if (values.kind === 'term') {
    return new TermCardinality(values, new Sketches(precision), {
      hasField: options.field !== undefined,
      isAtTop: parents.length === 0,
    });
  }
  if (values.kind === 'number') return new NumberCardinality(values, precision);
  const sketches = new Sketches(precision);
  let segments = 0;
  return {
    segment: () => {
      segments++;
    },
    collect: () => undefined,
    build: (owners) => sketches.build(owners),
    profile: () => profileOf({ none: segments }),
  };
}

function checkHint({ executionHint: hint }: CardinalityOptions): void {
  if (hint === undefined || /^(?:direct|ordinals)$/i.test(hint)) return;
  throw illegalArgument(`Unknown execution_hint: [${hint}], expected any of [direct, ordinals]`);
}

/** All ranges of a document count as one value; each of its points is a value of its own. */
function valuesOf(options: ValuesOptions, shard: AggregationShard): Values {
  const kinds = ['number', 'term', 'range', 'geo', 'shape'] as const;
  const values = resolveValues(options, shard, { type: 'cardinality', kinds, standard: 'term' });
  if (values.kind === 'geo') return { kind: 'term', source: pointTerms(values), text: 'text' };
  if (values.kind === 'shape') return { kind: 'term', source: shapeTerms(values), text: 'text' };
  if (values.kind !== 'range') return values;
  return { kind: 'term', source: wholeValues(values.ranges), text: 'text' };
}

function thresholdOf(json: JsonValue, { name }: ParseContext): number {
  const threshold = longOf(json);
  if (threshold >= 0) return Math.min(threshold, MAX_THRESHOLD);
  throw new ApiError(
    'illegal_argument_exception',
    `[precisionThreshold] must be greater than or equal to 0. Found [${threshold}] in [${name}]`,
  );
}

export const cardinality = aggregationType<CardinalityOptions, CardinalityPart>({
  name: 'cardinality',
  takesValues: [...TERM_KINDS, 'geo_shape', 'geopoint', 'range'],
  takes: 'none',
  parse(json, context) {
    const draft: Draft<Omit<CardinalityOptions, keyof ValuesOptions>> = {
      threshold: DEFAULT_THRESHOLD,
      executionHint: undefined,
    };
    const own = {
      precision_threshold: into(draft, 'threshold', 'number', (value) =>
        thresholdOf(value, context),
      ),
      rehash: ['number', integerOf] as const,
      execution_hint: into(draft, 'executionHint', 'string', textOf),
    };
    return { ...readValues(json, context, { own }), ...draft };
  },
  needsScores: scriptScores,
  mergesSegments: () => true,
  collector,
  scaled: asSampled,
  reduce({ options }, inputs, { owners }) {
    const [only] = inputs;
    if (inputs.length === 1 && only?.map.length === owners && only.map.every((to, i) => to === i)) {
      return only.part;
    }
    const precision = precisionOf(options.threshold);
    const counters: (DistinctCounter | undefined)[] = new Array(owners).fill(undefined);
    for (const { part, map } of inputs) {
      for (let i = 0; i < map.length; i++) {
        const to = map[i];
        if (to === DROPPED) continue;
        counters[to] ??= new DistinctCounter(precision);
        counters[to].merge(part.sketches[i]);
      }
    }
    return { sketches: counters.map((counter) => counter?.sketch() ?? EMPTY_SKETCH) };
  },
  render: (_node, { part, owner }) => ({
    value: distinctCount(part.sketches[owner]),
  }),
  value: (_node, { part, owner }, property) =>
    isOnlyValue(property) ? distinctCount(part.sketches[owner]) : undefined,
});
