/**
 * `categorize_text`: groups texts that consist of the same words, such as log lines. It is an
 * aggregation of Elasticsearch; OpenSearch has none like it.
 */

import { compileUserRegex } from '@skein/analysis';
import { expectDefined } from '@skein/base';
import { isJsonArray, type JsonObject, type JsonValue } from '@skein/content';
import { illegalArgument } from '@skein/errors';
import { type Draft, type FieldReaders, integerOf, into, readFields, textOf } from '@skein/reading';
import type { SegmentReader } from '@skein/search_library';
import type { AggregationNode } from '../aggregation_node.js';
import { aggregationType, type ParseContext } from '../aggregation_type.js';
import type { Collector, CollectScope } from '../collect/collector.js';
import type { DocBlock } from '../collect/doc_block.js';
import { DocCounts } from '../collect/doc_counts.js';
import { grownDoubles, roomForWords, takeObjects, type Words } from '../collect/growable.js';
import { scaledBuckets } from '../collect/scaled.js';
import {
  type CategorizationAnalyzer,
  readCategorizationAnalyzer,
  wordsBy,
} from '../options/categorization_analyzer.js';
import { deferral } from '../options/collect_mode.js';
import { COUNT_DESCENDING } from '../options/order.js';
import { countReaders } from '../options/terms_shape.js';
import type { ReduceInput, Reduction } from '../reduction.js';
import { Categories, type Category, weightOf } from '../text/categories.js';
import { logWords, MOST_WORDS } from '../text/log_words.js';
import { sourceTexts } from '../values/source_texts.js';
import { ChosenChildren } from './chosen_children.js';
import {
  groupByOwner,
  mapOfChoice,
  mergedChildren,
  placesOf,
  samePlaces,
  takeBuckets,
} from './merge_buckets.js';
import { selectBuckets } from './select_buckets.js';
import type { TermsSizes } from './terms/terms_part.js';

const TYPE = 'categorize_text';

interface CategorizeOptions extends TermsSizes {
  readonly field: string;
  /** The similarity threshold as a share from 0 to 1. */
  readonly threshold: number;
  /** Expressions whose matches are removed from texts. */
  readonly filters: readonly string[];
  /** If it is absent, `logWords` finds the words. */
  readonly analyzer: CategorizationAnalyzer | undefined;
}

interface CategorizePart {
  readonly starts: Uint32Array;
  readonly categories: readonly Category[];
  readonly counts: Float64Array;
  /** The length of the longest text, in characters. */
  readonly longest: Float64Array;
  readonly children: readonly unknown[];
}

const DEFAULT_SIZE = 10;
const DEFAULT_THRESHOLD = 70;
/** Approximate size of a category with its words in a table, in bytes. */
const CATEGORY_BYTES = 500;

interface CategorizeDraft
  extends Draft<Omit<CategorizeOptions, 'threshold' | 'analyzer'>, 'field'> {
  percent: number;
  described: JsonValue | undefined;
}

function parse(json: JsonObject, context: ParseContext): CategorizeOptions {
  const draft: CategorizeDraft = {
    size: DEFAULT_SIZE,
    shardSize: -1,
    minDocCount: 1,
    shardMinDocCount: 0,
    field: undefined,
    percent: DEFAULT_THRESHOLD,
    filters: [],
    described: undefined,
  };
  const own: FieldReaders = {
    ...countReaders(draft, context),
    field: into(draft, 'field', 'string', textOf),
    similarity_threshold: into(draft, 'percent', 'number', integerOf),
    categorization_filters: into(draft, 'filters', 'string_array', (value) =>
      isJsonArray(value) ? value.map(textOf) : [textOf(value)],
    ),
    categorization_analyzer: into(draft, 'described', 'object_or_string', (value) => value),
  };
  readFields(json, own, { name: TYPE, locate: context.locate });
  const { field, percent, filters, size, shardSize, described, ...counts } = draft;
  if (field === undefined) throw illegalArgument('Required [field]');
  if (percent < 1 || percent > 100) {
    throw illegalArgument(
      `[similarity_threshold] must be in the range [1, 100]. Found [${percent}] in [${context.name}]`,
    );
  }
  const analyzer = described === undefined ? undefined : readCategorizationAnalyzer(described);
  if (analyzer !== undefined && filters.length > 0) {
    throw illegalArgument(
      '[categorization_filters] cannot be used with [categorization_analyzer] - instead specify them as [pattern_replace] char filters in the analyzer',
    );
  }
  for (const filter of filters) compileUserRegex(filter);
  if (analyzer !== undefined) wordsBy(analyzer);
  return {
    ...counts,
    size,
    shardSize: Math.max(shardSize > 0 ? shardSize : Math.trunc(size * 1.5 + 10), size),
    shardMinDocCount: Math.min(counts.shardMinDocCount, counts.minDocCount),
    field,
    threshold: percent / 100,
    filters,
    analyzer,
  };
}

class CategorizeCollector implements Collector<CategorizePart> {
  readonly #options: CategorizeOptions;
  readonly #scope: CollectScope;
  /** `undefined` if the shard does not have the field. */
  readonly #path: string | undefined;
  readonly #filters: readonly ReturnType<typeof compileUserRegex>[];
  readonly #wordsOf: (text: string) => readonly string[];
  readonly #children: ChosenChildren;
  readonly #docCounts = new DocCounts();
  /** The categories of each owner, and the bucket of each category. */
  readonly #byOwner = new Map<
    number,
    { readonly categories: Categories; readonly buckets: number[] }
  >();
  /** The owner of each bucket. */
  #owners: Words = new Uint32Array(0);
  readonly #numbers: number[] = [];
  #counts = new Float64Array(0);
  #longest = new Float64Array(0);
  #size = 0;
  #rows: Words = new Uint32Array(0);
  #buckets: Words = new Uint32Array(0);
  #reader: SegmentReader | undefined;

  constructor(node: AggregationNode<CategorizeOptions>, scope: CollectScope) {
    const { options } = node;
    this.#options = options;
    this.#scope = scope;
    const field = scope.shard.mapping.field(options.field);
    if (field !== undefined && !field.isText && field.values.kind !== 'term') {
      throw illegalArgument(
        `Field [${field.name}] of type [${field.typeName}] is not supported for aggregation [${TYPE}]`,
      );
    }
    this.#path = field?.name;
    this.#filters = options.filters.map((filter) => compileUserRegex(filter));
    this.#wordsOf = options.analyzer === undefined ? logWords : wordsBy(options.analyzer);
    const how = { mode: undefined, order: COUNT_DESCENDING, mostBuckets: undefined };
    this.#children = new ChosenChildren(node, scope, deferral({ ...how, ...options }));
  }

  segment(reader: SegmentReader, docBase: number): void {
    this.#reader = reader;
    this.#docCounts.segment(reader);
    this.#children.segment(reader, docBase);
  }

  collect(block: DocBlock): void {
    const { docs, owners, count } = block;
    const [reader, path] = [this.#reader, this.#path];
    if (reader === undefined || path === undefined) return;
    this.#rows = roomForWords(this.#rows, count);
    this.#buckets = roomForWords(this.#buckets, count);
    let kept = 0;
    let doc = -1;
    let text: string | undefined;
    let words: readonly string[] = [];
    for (let i = 0; i < count; i++) {
      if (docs[i] !== doc) {
        doc = docs[i];
        this.#scope.shard.checkCancelled();
        text = sourceTexts(reader, doc, [path])[0];
        words = text === undefined ? [] : this.#wordsOf(this.#filtered(text)).slice(0, MOST_WORDS);
      }
      if (text === undefined) continue;
      this.#rows[kept] = i;
      this.#buckets[kept++] = this.#bucketOf(owners[i], words, text.length);
    }
    const [rows, buckets] = [this.#rows, this.#buckets];
    this.#docCounts.addMore(this.#counts, block, { rows, buckets, count: kept });
    this.#children.collectRows(block, rows, buckets, { count: kept, size: this.#size });
  }

  #filtered(text: string): string {
    let left = text;
    for (const filter of this.#filters) {
      let at = 0;
      let rest = '';
      for (const { start, end } of filter.matchAll(left)) {
        rest += left.slice(at, start);
        at = end;
      }
      left = rest + left.slice(at);
    }
    return left;
  }

  /** The bucket of a text's category, to whose count it adds 1. */
  #bucketOf(owner: number, words: readonly string[], length: number): number {
    let own = this.#byOwner.get(owner);
    if (own === undefined) {
      own = { categories: new Categories(this.#options.threshold), buckets: [] };
      this.#byOwner.set(owner, own);
    }
    const number = own.categories.add({ words, weight: weightOf(words) });
    const bucket = own.buckets[number] ?? this.#newBucket(owner, number);
    own.buckets[number] = bucket;
    this.#counts[bucket] = this.#counts[bucket] + 1;
    this.#longest[bucket] = Math.max(this.#longest[bucket], length);
    return bucket;
  }

  #newBucket(owner: number, number: number): number {
    takeObjects(1, CATEGORY_BYTES);
    const bucket = this.#size++;
    if (bucket >= this.#owners.length) {
      const longer = new Uint32Array(Math.max(64, 2 * bucket));
      longer.set(this.#owners);
      this.#owners = longer;
    }
    this.#owners[bucket] = owner;
    this.#numbers[bucket] = number;
    this.#counts = grownDoubles(this.#counts, this.#size);
    this.#longest = grownDoubles(this.#longest, this.#size);
    return bucket;
  }

  build(owners: Uint32Array): CategorizePart {
    const { shardSize, shardMinDocCount } = this.#options;
    const counts = this.#counts;
    const groups = groupByOwner(this.#owners, this.#size, {
      places: placesOf(owners),
      groups: owners.length,
    });
    const { starts, buckets } = selectBuckets(groups, shardSize, byCount(counts), {
      accept: (bucket) => counts[bucket] >= shardMinDocCount,
    });
    this.#scope.shard.countBuckets(buckets.length);
    return {
      starts,
      categories: Array.from(buckets, (bucket) => {
        const own = this.#byOwner.get(this.#owners[bucket]);
        return expectDefined(own, 'an owner').categories.category(this.#numbers[bucket]);
      }),
      counts: Float64Array.from(buckets, (bucket) => counts[bucket]),
      longest: Float64Array.from(buckets, (bucket) => this.#longest[bucket]),
      children: this.#children.build(buckets),
    };
  }
}

/** Orders by count; among equals, the category that was met first comes first. */
function byCount(counts: Float64Array): (a: number, b: number) => number {
  return (a, b) => counts[b] - counts[a] || a - b;
}

function reduce(
  node: AggregationNode<CategorizeOptions>,
  inputs: readonly ReduceInput<CategorizePart>[],
  reduction: Reduction,
): CategorizePart {
  const [only] = inputs;
  if (reduction.isTaking && only !== undefined) return take(node, only, reduction);
  const { threshold, size, minDocCount } = node.options;
  const byOwner = Array.from({ length: reduction.owners }, () => new Categories(threshold));
  const merged = new Merged();
  const maps = inputs.map(({ part, map }) => {
    const to = mapOfChoice(new Uint32Array(0), part.categories.length);
    map.forEach((owner, from) => {
      const categories = byOwner[owner];
      if (categories === undefined) return;
      const end = part.starts[from + 1];
      for (let bucket = part.starts[from]; bucket < end; bucket++) {
        const number = categories.add(part.categories[bucket]);
        to[bucket] = merged.add(owner, number, part, bucket);
      }
    });
    return to;
  });
  const counts = Float64Array.from(merged.counts);
  const groups = groupByOwner(Uint32Array.from(merged.owners), counts.length, {
    places: samePlaces(reduction.owners),
    groups: reduction.owners,
  });
  const { starts, buckets } = selectBuckets(
    groups,
    reduction.isFinal ? size : Number.POSITIVE_INFINITY,
    byCount(counts),
    { accept: (bucket) => !reduction.isFinal || counts[bucket] >= minDocCount },
  );
  if (reduction.isFinal) reduction.countBuckets(buckets.length);
  const children = mergedChildren(inputs, maps, mapOfChoice(buckets, counts.length));
  return {
    starts,
    categories: Array.from(buckets, (bucket) => {
      const categories = byOwner[merged.owners[bucket]];
      return categories.category(merged.numbers[bucket]);
    }),
    counts: Float64Array.from(buckets, (bucket) => counts[bucket]),
    longest: Float64Array.from(buckets, (bucket) => merged.longest[bucket]),
    children: reduction.children(node, children, buckets.length),
  };
}

/** The buckets of the result, in the order in which they are met. */
class Merged {
  readonly owners: number[] = [];
  readonly numbers: number[] = [];
  readonly counts: number[] = [];
  readonly longest: number[] = [];
  readonly #buckets = new Map<string, number>();

  add(owner: number, number: number, part: CategorizePart, from: number): number {
    const key = `${owner} ${number}`;
    const bucket = this.#buckets.get(key) ?? this.owners.length;
    if (bucket === this.owners.length) {
      this.#buckets.set(key, bucket);
      this.owners.push(owner);
      this.numbers.push(number);
      this.counts.push(0);
      this.longest.push(0);
    }
    this.counts[bucket] = this.counts[bucket] + part.counts[from];
    this.longest[bucket] = Math.max(this.longest[bucket], part.longest[from]);
    return bucket;
  }
}

function take(
  node: AggregationNode<CategorizeOptions>,
  input: ReduceInput<CategorizePart>,
  reduction: Reduction,
): CategorizePart {
  const { part } = input;
  const { starts, buckets, children } = takeBuckets(node, input, reduction);
  return {
    starts,
    categories: Array.from(buckets, (bucket) => part.categories[bucket]),
    counts: Float64Array.from(buckets, (bucket) => part.counts[bucket]),
    longest: Float64Array.from(buckets, (bucket) => part.longest[bucket]),
    children,
  };
}

/** The shown maximal length is a tenth longer than the longest text that was seen. */
const SPARE = 1.1;
const SPECIAL = /[.*+?^${}()|[\]\\/@"&~<>#-]/g;

function regexOf(words: readonly string[]): string {
  if (words.length === 0) return '.*';
  return `.*?${words.map((word) => word.replace(SPECIAL, '\\$&')).join('.+?')}.*?`;
}

export const categorizeText = aggregationType<CategorizeOptions, CategorizePart>({
  name: TYPE,
  takes: 'buckets',
  parse,
  collector: (node, scope) => new CategorizeCollector(node, scope),
  scaled: scaledBuckets,
  reduce,
  render: (node, { part, owner }, rendering) => ({
    buckets: Array.from(rendering.buckets(node, part, owner), (bucket) => {
      const { words } = part.categories[bucket];
      return {
        doc_count: part.counts[bucket],
        key: words.join(' '),
        regex: regexOf(words),
        max_matching_length: Math.trunc(part.longest[bucket] * SPARE),
        ...rendering.children(node, part.children, bucket),
      };
    }),
  }),
  buckets: (part) => part,
  bucketKey: (_node, { categories }, bucket) => {
    const key = categories[bucket].words.join(' ');
    return { key, text: key };
  },
});
