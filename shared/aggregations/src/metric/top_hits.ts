/** `top_hits`: the best documents of each bucket, shown as a search shows its hits. */

import { float32, type JsonObject, RawJson } from '@skein/content';
import { illegalArgument } from '@skein/errors';
import { isScalar } from '@skein/reading';
import type { ScoredDocsSource, SegmentReader } from '@skein/search_library';
import { compareSortKeys, type SortKeyOrder } from '@skein/search_library';
import type { AggregationNode } from '../aggregation_node.js';
import type { AggregationShard, FoundHits, HitsRequest } from '../aggregation_shard.js';
import { aggregationType } from '../aggregation_type.js';
import { groupByOwner, placesOf } from '../bucket/merge_buckets.js';
import type { Collector, CollectScope } from '../collect/collector.js';
import type { DocBlock } from '../collect/doc_block.js';
import { type Doubles, grownDoubles, grownWords, type Words } from '../collect/growable.js';
import { asSampled } from '../collect/scaled.js';
import { notNegative } from '../options/counts.js';
import { DROPPED, type ReduceInput, type Reduction } from '../reduction.js';

export interface TopHitsPart {
  readonly orders: readonly SortKeyOrder[];
  readonly found: readonly OwnHits[];
}

/** The hits of an owner. */
interface OwnHits {
  readonly total: number;
  readonly maxScore: number;
  /** The best hits first; as many as the page and the hits before it. */
  readonly hits: FoundHits['hits'];
}

const NOTHING: OwnHits = { total: 0, maxScore: Number.NaN, hits: [] };

const NO_HITS =
  'numHits must be > 0; please use TotalHitCountCollectorManager if you just need the total hit count';

export class TopHitsCollector implements Collector<TopHitsPart> {
  readonly #scope: CollectScope;
  readonly #find: ReturnType<AggregationShard['topHits']>;
  /** True if an owner keeps no hit at all, which Lucene refuses when it meets a document. */
  readonly #keepsNone: boolean;
  readonly #segments: { readonly reader: SegmentReader; readonly docBase: number }[] = [];
  #size = 0;
  #docs: Words = new Uint32Array(0);
  #owners: Words = new Uint32Array(0);
  #scores: Doubles = new Float64Array(0);

  constructor(request: HitsRequest, scope: CollectScope) {
    this.#scope = scope;
    this.#find = scope.shard.topHits(request);
    this.#keepsNone = request.from + request.size === 0;
  }

  segment(reader: SegmentReader, docBase: number): void {
    this.#segments.push({ reader, docBase });
  }

  collect({ docs, owners, scores, count }: DocBlock): void {
    if (this.#keepsNone) throw illegalArgument(NO_HITS);
    const base = this.#segments.at(-1)?.docBase ?? 0;
    const end = this.#size + count;
    this.#docs = grownWords(this.#docs, end);
    this.#owners = grownWords(this.#owners, end);
    this.#scores = grownDoubles(this.#scores, end);
    for (let i = 0; i < count; i++) {
      const at = this.#size + i;
      this.#docs[at] = base + docs[i];
      this.#owners[at] = owners[i];
      this.#scores[at] = scores?.[i] ?? 0;
    }
    this.#size = end;
  }

  build(owners: Uint32Array): TopHitsPart {
    const groups = groupByOwner(this.#owners, this.#size, {
      places: placesOf(owners),
      groups: owners.length,
    });
    let orders: TopHitsPart['orders'] = [];
    const found = Array.from(owners, (_, i) => {
      const own = groups.order.subarray(groups.starts[i], groups.starts[i + 1]);
      if (own.length === 0) return NOTHING;
      this.#scope.shard.checkCancelled();
      const hits = this.#find(this.#source(own));
      orders = hits.orders;
      return { total: own.length, maxScore: hits.maxScore, hits: hits.hits };
    });
    return { orders, found };
  }

  /** The documents of one owner, which ascend, as the matches of a query. */
  #source(own: Uint32Array): ScoredDocsSource {
    return {
      toString: () => 'top_hits',
      find: (segment) => {
        const place = this.#segments.find(({ reader }) => reader === segment);
        const base = place?.docBase ?? 0;
        const inside = place
          ? own.filter((at) => {
              const doc = this.#docs[at];
              return doc >= base && doc < base + segment.maxDoc;
            })
          : new Uint32Array(0);
        return {
          docs: inside.map((at) => this.#docs[at] - base),
          scores: Float32Array.from(inside, (at) => this.#scores[at]),
        };
      },
    };
  }
}

function compare(
  a: FoundHits['hits'][number],
  b: FoundHits['hits'][number],
  orders: readonly SortKeyOrder[],
): number {
  if (orders.length === 0) return b.score - a.score;
  for (const [i, order] of orders.entries()) {
    const result = compareSortKeys(a.sort[i], b.sort[i], order);
    if (result !== 0) return result;
  }
  return 0;
}

/** `most` is the greatest number of hits that an owner keeps. */
export function reduceHits(
  inputs: readonly ReduceInput<TopHitsPart>[],
  { owners }: Reduction,
  most: number,
): TopHitsPart {
  const orders = inputs.find(({ part }) => part.orders.length > 0)?.part.orders ?? [];
  const of: OwnHits[][] = Array.from({ length: owners }, () => []);
  for (const { part, map } of inputs) {
    map.forEach((to, i) => {
      if (to !== DROPPED) of[to]?.push(part.found[i] ?? NOTHING);
    });
  }
  const found = of.map((parts): OwnHits => {
    const [only] = parts;
    if (parts.length === 1 && only !== undefined) return only;
    const hits = parts.flatMap((part) => part.hits).sort((a, b) => compare(a, b, orders));
    return {
      total: parts.reduce((sum, { total }) => sum + total, 0),
      maxScore: parts.reduce((max, part) => larger(max, part.maxScore), Number.NaN),
      hits: hits.slice(0, most),
    };
  });
  return { orders, found };
}

/** The larger of two scores, of which either may be NaN for none. */
function larger(a: number, b: number): number {
  if (Number.isNaN(a)) return b;
  return Number.isNaN(b) ? a : Math.max(a, b);
}

function hitsJson(
  { total, maxScore, hits }: OwnHits,
  { from, totalHitsAsInt }: HitsRequest,
): JsonObject {
  return {
    hits: {
      total: totalHitsAsInt ? total : { value: total, relation: 'eq' },
      max_score: Number.isNaN(maxScore) ? null : float32(maxScore),
      hits: hits.slice(from).map(({ bytes }) => new RawJson(bytes)),
    },
  };
}

function checkWindow(
  { name, options: { from, size } }: AggregationNode<HitsRequest>,
  most: number,
): void {
  if (from + size <= most) return;
  throw illegalArgument(
    `Top hits result window is too large, the top hits aggregator [${name}]'s from + size must be less than or equal to: [${most}] but was [${from + size}]. This limit can be set by changing the [index.max_inner_result_window] index level setting.`,
  );
}

export const topHits = aggregationType<HitsRequest, TopHitsPart>({
  name: 'top_hits',
  takes: 'none',
  parse(json, context) {
    for (const key of ['from', 'size']) {
      const count = json[key] ?? null;
      if (isScalar(count)) notNegative(key, context)(count);
    }
    return context.readHits(json);
  },
  mapQueries: (hits, change) => change.hits(hits),
  needsScores: ({ options }) => options.needsScores,
  collector(node, scope) {
    scope.late(() => checkWindow(node, scope.shard.innerResultWindow));
    return new TopHitsCollector(node.options, scope);
  },
  scaled: asSampled,
  reduce: ({ options: { from, size } }, inputs, reduction) =>
    reduceHits(inputs, reduction, from + size),
  render: ({ options }, { part, owner }) => hitsJson(part.found[owner] ?? NOTHING, options),
});
