/**
 * Buckets by ranges of values. Ranges may overlap: a document is counted once in each range that
 * contains one of its values.
 */
import { expectDefined } from '@skein/base';
import type { JsonObject, JsonValue } from '@skein/content';
import type { SegmentReader } from '@skein/search_library';
import type { AggregationNode } from '../../aggregation_node.js';
import type { AggregationType } from '../../aggregation_type.js';
import { type Children, childrenOf } from '../../collect/children.js';
import type { Collector, CollectorProfile, CollectScope } from '../../collect/collector.js';
import type { DocBlock } from '../../collect/doc_block.js';
import { IndexCount } from '../../collect/index_count.js';
import type { KnownMatches } from '../../collect/known_matches.js';
import { RowBuffer } from '../../collect/row_buffer.js';
import type { ReduceInput, Reduction } from '../../reduction.js';
import type { NumberSource } from '../../values/number_source.js';
import { numberJson } from '../../values/value_format.js';
import {
  FixedCounts,
  type FixedPart,
  fixedColumns,
  reduceFixed,
} from '../histogram/fixed_buckets.js';

/** A text, a number or a boolean as it is shown. Plain data, for it crosses threads. */
type ShownText = string | number | boolean | undefined;

/** A range as it is shown. */
export interface ShownRange {
  readonly key: string;
  readonly from: number | string | undefined;
  readonly fromText: ShownText;
  readonly to: number | string | undefined;
  readonly toText: ShownText;
}

export interface RangesPart extends FixedPart {
  readonly ranges: readonly ShownRange[];
}

/** Rows with a value each, and the ranges of each value. */
interface RangedRows {
  readonly count: number;
  readonly rows: Uint32Array;
  /** See `NumberRows`. */
  readonly weights?: Float64Array | undefined;
  /** Calls `range` for each range that holds the value of a row. */
  visit(row: number, range: (at: number) => void): void;
}

export interface RangedValues {
  readonly ranges: readonly ShownRange[];
  segment(reader: SegmentReader): (block: DocBlock) => RangedRows;
  readonly sorted?: NumberSource['sorted'];
  /**
   * A division of all values into stretches. The values of a stretch are in the same ranges, and
   * stretches ascend with values. Absent if there is no such division.
   */
  readonly stretches?: Stretches;
}

interface Stretches {
  of(value: number): number;
  ranges(stretch: number): readonly number[];
}

export class RangesCollector implements Collector<RangesPart> {
  readonly #values: RangedValues;
  readonly #children: Children;
  readonly #counts: FixedCounts;
  readonly #index = new IndexCount();
  /** The last row of the block that was put into each range, + 1. */
  readonly #last: Uint32Array;
  #read: ReturnType<RangedValues['segment']> | undefined;
  readonly #found = new RowBuffer();

  constructor(values: RangedValues, node: AggregationNode, scope: CollectScope) {
    this.#values = values;
    this.#children = childrenOf(node, scope);
    this.#counts = new FixedCounts(values.ranges.length);
    this.#last = new Uint32Array(values.ranges.length);
  }

  countMatches(matches: KnownMatches): boolean {
    const { sorted, stretches } = this.#values;
    const values = this.#children.isEmpty ? sorted?.(matches) : undefined;
    const steps = stretches && {
      stepOf: stretches.of,
      add: (stretch: number, count: number) => {
        for (const range of stretches.ranges(stretch)) this.#counts.addCount(range, count);
      },
    };
    return this.#index.count(matches, values, steps);
  }

  profile(): CollectorProfile {
    return { debug: this.#index.debug };
  }

  segment(reader: SegmentReader, docBase: number): void {
    this.#read = this.#values.segment(reader);
    this.#counts.segment(reader);
    this.#children.segment(reader, docBase);
  }

  collect(block: DocBlock): void {
    const found = this.#read?.(block);
    if (found === undefined || found.count === 0) return;
    const width = this.#values.ranges.length;
    const { weights } = found;
    if (weights !== undefined) {
      this.#addWeights(found, weights, block.owners);
      return;
    }
    const kept = this.#found;
    kept.open(found.count, width);
    this.#last.fill(0);
    const { rows } = found;
    const last = this.#last;
    let place = 0;
    const put = (at: number): void => {
      if (last[at] === place + 1) return;
      last[at] = place + 1;
      kept.rows[kept.count] = place;
      kept.buckets[kept.count++] = block.owners[place] * width + at;
    };
    for (let i = 0; i < found.count; i++) {
      if (kept.isFull(width)) this.#handOn(block);
      place = rows[i];
      found.visit(i, put);
    }
    this.#handOn(block);
  }

  #addWeights(found: RangedRows, weights: Float64Array, owners: Uint32Array): void {
    const width = this.#values.ranges.length;
    for (let i = 0; i < found.count; i++) {
      const first = owners[found.rows[i]] * width;
      found.visit(i, (at) => this.#counts.addCount(first + at, weights[i]));
    }
  }

  #handOn(block: DocBlock): void {
    this.#counts.addBuffered(block, this.#found, this.#children);
  }

  build(owners: Uint32Array): RangesPart {
    return { ...this.#counts.build(owners, this.#children), ranges: this.#values.ranges };
  }
}

/** The common members of the types of ranges. */
export const RANGES: Pick<
  AggregationType<{ readonly keyed: boolean; readonly ranges: readonly unknown[] }, RangesPart>,
  'takes' | 'seesAllDocuments' | 'atMostOneBucket' | 'reduce' | 'render' | 'buckets' | 'bucketKey'
> = {
  takes: 'buckets',
  seesAllDocuments: () => true,
  atMostOneBucket: ({ options }) => options.ranges.length === 1,
  reduce: reduceRanges,
  render(node, { part, owner }, rendering) {
    const left = rendering.buckets(node, fixedColumns(part), owner);
    const shown = Array.from(left, (bucket) => {
      const { key, from, fromText, to, toText } = rangeAt(part, bucket);
      const json: JsonObject = {
        ...(from === undefined ? {} : { from: boundJson(from) }),
        ...(fromText === undefined ? {} : { from_as_string: boundJson(fromText) }),
        ...(to === undefined ? {} : { to: boundJson(to) }),
        ...(toText === undefined ? {} : { to_as_string: boundJson(toText) }),
        doc_count: part.counts[bucket],
        ...rendering.children(node, part.children, bucket),
      };
      return [key, json] as const;
    });
    if (node.options.keyed) return { buckets: Object.fromEntries(shown) };
    return { buckets: shown.map(([key, json]) => ({ key, ...json })) };
  },
  buckets: fixedColumns,
  bucketKey(_node, { ranges, width }, bucket) {
    const { key } = rangeAt({ ranges, width }, bucket);
    return { key, text: key };
  },
};

function rangeAt(
  { ranges, width }: Pick<RangesPart, 'ranges' | 'width'>,
  bucket: number,
): ShownRange {
  return expectDefined(ranges[bucket % width], 'every bucket has a range');
}

function boundJson(bound: number | string | boolean): JsonValue {
  return typeof bound === 'number' ? numberJson(bound) : bound;
}

function reduceRanges(
  node: AggregationNode<{ readonly keyed: boolean }>,
  inputs: readonly ReduceInput<RangesPart>[],
  reduction: Reduction,
): RangesPart {
  const shaped = inputs.find(({ part }) =>
    part.ranges.some(({ fromText, toText }) => fromText ?? toText),
  );
  const ranges = (shaped ?? inputs[0])?.part.ranges ?? [];
  return { ...reduceFixed(node, inputs, { reduction, width: ranges.length }), ranges };
}
