/** `filters`: a bucket for each query, and one for documents that match none of them. */
import type { JsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import { textOf } from '@skein/reading';
import { BlockKernels, type IndexSearcher, type SegmentReader } from '@skein/search_library';
import type { AggregationNode } from '../aggregation_node.js';
import type { QueryData } from '../aggregation_shard.js';
import { aggregationType, type ParseContext } from '../aggregation_type.js';
import { type Children, childrenOf } from '../collect/children.js';
import type { Collector, CollectScope } from '../collect/collector.js';
import type { DocBlock } from '../collect/doc_block.js';
import { roomForWords, type Words } from '../collect/growable.js';
import { Matching } from '../collect/matching.js';
import { RowBuffer } from '../collect/row_buffer.js';
import { scaledBuckets } from '../collect/scaled.js';
import { readTokens, type TokenReaders } from '../options/token_fields.js';
import {
  FixedCounts,
  type FixedPart,
  fixedColumns,
  reduceFixed,
} from './histogram/fixed_buckets.js';

interface FiltersOptions {
  /** The filters; the key of an anonymous one is its index. */
  readonly filters: readonly { readonly key: string; readonly query: QueryData }[];
  readonly keyed: boolean;
  /** The key of the bucket for all other documents. */
  readonly otherKey: string | undefined;
}

const OTHER = '_other_';

function parse(json: JsonObject, context: ParseContext): FiltersOptions {
  const { readQuery } = context;
  let filters: FiltersOptions['filters'] | undefined;
  let keyed = true;
  let hasOther: boolean | undefined;
  let otherKey: string | undefined;
  const readers: TokenReaders = {
    array: {
      filters: (value) => {
        keyed = false;
        filters = value.map((each, i) => ({
          key: String(i),
          query: readQuery(each),
        }));
      },
    },
    object: {
      filters: (value) => {
        filters = Object.entries(value)
          .map(([key, each = null]) => ({ key, query: readQuery(each) }))
          .sort((one, other) => (one.key < other.key ? -1 : 1));
      },
    },
    boolean: {
      other_bucket: (value) => {
        hasOther = value === true;
      },
    },
    string: {
      other_bucket_key: (value) => {
        otherKey = textOf(value);
      },
    },
    number: {},
    null: {},
  };
  readTokens(json, readers, { context });
  if (filters === undefined || filters.length === 0) {
    throw new ApiError('illegal_argument_exception', '[filters] cannot be empty.');
  }
  // A key alone asks for the bucket, too.
  const isOtherShown = hasOther ?? otherKey !== undefined;
  return { filters, keyed, otherKey: isOtherShown ? (otherKey ?? OTHER) : undefined };
}

class FiltersCollector implements Collector<FixedPart> {
  readonly #matchings: readonly Matching[];
  readonly #hasOther: boolean;
  readonly #width: number;
  readonly #children: Children;
  readonly #counts: FixedCounts;
  readonly #marks = new FilterMarks();
  readonly #found = new RowBuffer();
  readonly #searcher: IndexSearcher;
  /** `undefined` if kernels cannot be used in the segment. */
  #kernels: BlockKernels | undefined;
  #rows: Words = new Uint32Array(0);
  #buckets: Words = new Uint32Array(0);

  constructor(node: AggregationNode<FiltersOptions>, scope: CollectScope) {
    const { shard } = scope;
    this.#searcher = shard.searcher;
    const { filters: given, otherKey } = node.options;
    this.#children = childrenOf(node, scope);
    this.#matchings = given.map(({ query }) => new Matching(shard.searcher, shard.query(query)));
    this.#hasOther = otherKey !== undefined;
    this.#width = widthOf(node.options);
    this.#counts = new FixedCounts(this.#width);
  }

  segment(reader: SegmentReader, docBase: number): void {
    this.#kernels = BlockKernels.over(this.#searcher, reader);
    for (const matching of this.#matchings) matching.segment(reader);
    this.#counts.segment(reader);
    this.#children.segment(reader, docBase);
  }

  collect(block: DocBlock): void {
    const isPlain = block.buckets === 1 && block.scores === undefined && !this.#hasOther;
    if (isPlain && this.#children.takeAnyOrder) this.#collectByFilter(block);
    else this.#collectByDocument(block);
  }

  /** Collects a block whose documents have one owner: each filter makes a block for its bucket. */
  #collectByFilter({ docs, count }: DocBlock): void {
    this.#rows = roomForWords(this.#rows, count);
    this.#buckets = roomForWords(this.#buckets, count);
    const kept = this.#rows;
    const owners = this.#buckets;
    for (let f = 0; f < this.#matchings.length; f++) {
      const bits = this.#matchings[f].bits();
      const size =
        this.#kernels?.keepMarked(bits, { docs, count }, kept) ??
        keepSet(bits, { docs, count }, kept);
      if (size === 0) continue;
      this.#counts.addTo(f, { docs: kept, count: size });
      if (this.#children.isEmpty) continue;
      owners.fill(f, 0, size);
      const block = { count: size, docs: kept, owners, buckets: this.#width, scores: undefined };
      this.#children.collect(block);
    }
  }

  #collectByDocument(block: DocBlock): void {
    const { owners, count } = block;
    const sets = this.#matchings.length;
    this.#marks.read(block, this.#matchings);
    const width = this.#width;
    const kept = this.#found;
    kept.open(count, width);
    const { words, perDoc } = this.#marks;
    for (let i = 0; i < count; i++) {
      if (kept.isFull(width)) this.#handOn(block);
      const first = kept.count;
      const base = owners[i] * width;
      for (let word = 0; word < perDoc; word++) {
        for (let rest = words[word * count + i]; rest !== 0; rest &= rest - 1) {
          kept.rows[kept.count] = i;
          kept.buckets[kept.count++] = base + 32 * word + 31 - Math.clz32(rest & -rest);
        }
      }
      if (kept.count === first && this.#hasOther) {
        kept.rows[kept.count] = i;
        kept.buckets[kept.count++] = base + sets;
      }
    }
    this.#handOn(block);
  }

  #handOn(block: DocBlock): void {
    this.#counts.addBuffered(block, this.#found, this.#children);
  }

  build(owners: Uint32Array): FixedPart {
    return this.#counts.build(owners, this.#children);
  }
}

/**
 * The filters that each document matches, one bit each. Filters are tested one by one, so that each
 * loop reads one bit set.
 */
class FilterMarks {
  /** Bit `f & 31` of word `(f >>> 5) * count + i`: filter f and document i of the block. */
  words: Words = new Uint32Array(0);
  /** The number of words for each document, of 32 filters each. */
  perDoc = 0;

  read({ docs, count }: DocBlock, matchings: readonly Matching[]): void {
    this.perDoc = (matchings.length + 31) >>> 5;
    this.words = roomForWords(this.words, this.perDoc * count);
    this.words.fill(0, 0, this.perDoc * count);
    for (let f = 0; f < matchings.length; f++) {
      const bits = matchings[f].bits();
      mark({ words: this.words, from: (f >>> 5) * count, bit: f & 31 }, bits, { docs, count });
    }
  }
}

/** Writes the documents whose bits are set into `kept`, and returns their number. */
function keepSet(
  bits: Uint32Array,
  { docs, count }: Pick<DocBlock, 'docs' | 'count'>,
  kept: Uint32Array,
): number {
  let size = 0;
  for (let i = 0; i < count; i++) {
    const doc = docs[i];
    kept[size] = doc;
    size += (bits[doc >>> 5] >>> (doc & 31)) & 1;
  }
  return size;
}

interface MarkPlace {
  readonly words: Uint32Array;
  readonly from: number;
  readonly bit: number;
}

function mark(
  { words, from, bit }: MarkPlace,
  bits: Uint32Array,
  { docs, count }: Pick<DocBlock, 'docs' | 'count'>,
): void {
  for (let i = 0; i < count; i++) {
    const doc = docs[i];
    const has = (bits[doc >>> 5] >>> (doc & 31)) & 1;
    words[from + i] = words[from + i] | (has << bit);
  }
}

function widthOf({ filters: given, otherKey }: FiltersOptions): number {
  return given.length + (otherKey === undefined ? 0 : 1);
}

function keyOf({ filters: given, otherKey = OTHER }: FiltersOptions, at: number): string {
  return given[at]?.key ?? otherKey;
}

export const filters = aggregationType<FiltersOptions, FixedPart>({
  name: 'filters',
  takes: 'buckets',
  atMostOneBucket: ({ options }) => widthOf(options) === 1,
  parse,
  mapQueries: (options, change) => ({
    ...options,
    filters: options.filters.map(({ key, query }) => ({ key, query: change.query(query) })),
  }),
  seesAllDocuments: () => true,
  mergesSegments: () => true,
  collector: (node, scope) => new FiltersCollector(node, scope),
  scaled: scaledBuckets,
  reduce: (node, inputs, reduction) =>
    reduceFixed(node, inputs, { reduction, width: widthOf(node.options) }),
  render(node, { part, owner }, rendering) {
    const { width, counts, children } = part;
    const left = rendering.buckets(node, fixedColumns(part), owner);
    const shown = Array.from(left, (bucket): [string, JsonObject] => {
      const json = {
        doc_count: counts[bucket],
        ...rendering.children(node, children, bucket),
      };
      return [keyOf(node.options, bucket % width), json];
    });
    const { keyed } = node.options;
    return { buckets: keyed ? Object.fromEntries(shown) : shown.map(([, json]) => json) };
  },
  buckets: fixedColumns,
  bucketKey(node, { width }, bucket) {
    const key = keyOf(node.options, bucket % width);
    return { key, text: key };
  },
});
