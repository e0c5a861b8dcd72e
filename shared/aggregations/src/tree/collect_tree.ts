/**
 * Collects the aggregations of a request at one shard: it passes the matches in blocks through the
 * tree and builds the parts.
 */
import {
  type DocsCollector,
  type IndexSearcher,
  NO_MORE_DOCS,
  type Query,
  requestFloats,
  requestWords,
  type SegmentReader,
} from '@skein/search_library';
import type { AggregationNode } from '../aggregation_node.js';
import type { AggregationShard } from '../aggregation_shard.js';
import type { Collector, CollectScope } from '../collect/collector.js';
import { BLOCK_DOCS } from '../collect/doc_block.js';
import { knownMatches } from '../collect/known_matches.js';
import { aggregationNamed } from '../registry.js';
import { type AggregationTree, needsScores } from './parse_tree.js';
import { partAccess } from './part_access.js';

export interface Limits {
  /** Documents with a lower score do not count. */
  readonly minScore: number | undefined;
  /** The most documents to collect. */
  readonly terminateAfter: number | undefined;
}

export const NO_LIMITS: Limits = { minScore: undefined, terminateAfter: undefined };

export interface Collected {
  /** One part for each top-level aggregation; the only owner of each is 0. */
  readonly parts: readonly unknown[];
  /** The number of aggregated matches. */
  readonly matches: number;
}

export class TreeCollector {
  readonly #shard: AggregationShard;
  readonly #collectors: readonly Collector[];
  readonly #needsScores: boolean;

  /** Binds the tree to the shard. Throws the errors of binding. */
  constructor(tree: AggregationTree, shard: AggregationShard) {
    this.#shard = shard;
    this.#needsScores = needsScores(tree);
    const late = new LateFaults();
    this.#collectors = tree.children.map((node) =>
      collectorOf(node, { shard, parents: [], hasManyOwners: false, late: late.late }),
    );
    late.report();
  }

  /**
   * Returns the number of collected documents. `takes` chooses segments, for trees that
   * `mergesSegments`. An exception of `checkCancelled` may end it; `build` returns what was
   * collected until then.
   */
  collect(query: Query, limits: Limits, takes: TakesSegment = takesAll): number {
    const { searcher } = this.#shard;
    const walk = new Walk(this.#collectors, {
      limits,
      scored: this.#needsScores || limits.minScore !== undefined,
      takes,
    });
    try {
      walk.run(searcher, query);
    } finally {
      walk.flush();
    }
    return walk.matches;
  }

  build(): readonly unknown[] {
    return this.#collectors.map((collector) => collector.build(ROOT));
  }
}

const ROOT = Uint32Array.of(0);

/** See `CollectScope.late`. */
class LateFaults {
  readonly #faults: unknown[] = [];

  readonly late: CollectScope['late'] = (make) => {
    try {
      return make();
    } catch (thrown) {
      this.#faults.push(thrown);
      return undefined;
    }
  };

  report(): void {
    if (this.#faults.length > 0) throw this.#faults[0];
  }
}

function collectorOf(
  node: AggregationNode,
  place: Pick<CollectScope, 'shard' | 'parents' | 'hasManyOwners' | 'late'>,
): Collector {
  const { shard, parents, hasManyOwners, late } = place;
  const scope: CollectScope = {
    ...partAccess,
    ...place,
    collector: (child, at, parent) =>
      collectorOf(child, {
        shard: at,
        parents: [...parents, parent],
        late,
        hasManyOwners: hasManyOwners || mayHaveSeveralBuckets(parent),
      }),
  };
  const type = aggregationNamed(node.type);
  const make = (): Collector => type.collector(node, scope);
  return shard.profiler?.collector(node, type.profileName ?? className(node.type), make) ?? make();
}

function mayHaveSeveralBuckets(node: AggregationNode): boolean {
  const { bucketKey, atMostOneBucket } = aggregationNamed(node.type);
  return bucketKey !== undefined && atMostOneBucket?.(node) !== true;
}

function className(type: string): string {
  const words = type.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Aggregator`;
}

/**
 * True if the documents of a segment are collected. The segment is given by its place in the
 * searcher, and asked for once.
 */
export type TakesSegment = (segment: number) => boolean;

const takesAll: TakesSegment = () => true;

interface WalkOptions {
  readonly limits: Limits;
  readonly scored: boolean;
  readonly takes: TakesSegment;
}

/** Thrown to end a walk early, and caught in `run`. */
class EnoughDocuments {}

const NO_OWNERS = new Uint32Array(BLOCK_DOCS);

/** From this length on, an array of documents is collected as a block of its own. */
const LONG_DOCS = BLOCK_DOCS / 4;

/** The number of documents between two calls of `nextWanted`. */
const ASKED_AFTER = 128;

/** Gathers matches into blocks. */
class Walk {
  matches = 0;
  readonly #all: readonly Collector[];
  /** The collectors that need the documents of the current segment. */
  #collectors: readonly Collector[];
  readonly #limits: Limits;
  readonly #takes: TakesSegment;
  readonly #scores: Float32Array | undefined;
  /** `undefined` if every document is wanted. */
  readonly #next: DocsCollector['next'];
  readonly #docs = requestWords(BLOCK_DOCS);
  #count = 0;

  constructor(collectors: readonly Collector[], { limits, scored, takes }: WalkOptions) {
    this.#all = collectors;
    this.#collectors = collectors;
    this.#limits = limits;
    this.#takes = takes;
    this.#scores = scored ? requestFloats(BLOCK_DOCS) : undefined;
    this.#next = this.#nextOf(collectors);
  }

  /** Skips documents that no collector wants, unless documents have to be counted. */
  #nextOf(all: readonly Collector[]): DocsCollector['next'] {
    const mayEnd = all.length > 0 && all.every(({ nextWanted }) => nextWanted !== undefined);
    if (!mayEnd || this.#limits.terminateAfter !== undefined) return undefined;
    return (doc) => {
      let first = NO_MORE_DOCS;
      for (const collector of this.#collectors) {
        first = Math.min(first, collector.nextWanted?.(doc) ?? doc);
      }
      return first;
    };
  }

  run(searcher: IndexSearcher, query: Query): void {
    try {
      if (this.#scores === undefined) {
        const looksAt = this.#countsByIndex(searcher, query);
        let segment = 0;
        searcher.searchDocs(query, {
          wants: (reader, docBase) =>
            this.#takes(segment++) && looksAt?.(reader, docBase) !== false,
          next: this.#next,
          segment: (reader, docBase) => this.#segment(reader, docBase),
        });
      } else this.#runScored(searcher, query, this.#scores);
    } catch (thrown) {
      if (!(thrown instanceof EnoughDocuments)) throw thrown;
    }
  }

  /**
   * Lets collectors count a segment by the index if they can. The returned function is true if
   * other collectors are left, which need the documents of the segment.
   */
  #countsByIndex(searcher: IndexSearcher, query: Query): DocsCollector['wants'] {
    const { terminateAfter } = this.#limits;
    const isAsked = this.#all.some(({ countMatches }) => countMatches !== undefined);
    if (!isAsked || terminateAfter !== undefined) return undefined;
    const weight = searcher.weight(query, false);
    return (reader, docBase) => {
      this.flush();
      this.#collectors = this.#all;
      const known = knownMatches(weight, reader);
      if (known === undefined) return true;
      this.#collectors = this.#all.filter((one) => one.countMatches?.(known, docBase) !== true);
      const isCounted = this.#collectors.length === 0;
      if (isCounted) this.matches += known.count;
      return !isCounted;
    };
  }

  /** Collects the unfinished block. */
  flush(): void {
    const count = this.#count;
    if (count === 0) return;
    this.#count = 0;
    this.#collect(this.#docs, count);
  }

  #collect(docs: Uint32Array, count: number): void {
    const block = { count, docs, owners: NO_OWNERS, buckets: 1, scores: this.#scores };
    for (const collector of this.#collectors) collector.collect(block);
  }

  #segment(reader: SegmentReader, docBase: number): (docs: Uint32Array, count: number) => void {
    this.#begin(reader, docBase);
    return (docs, count) => {
      const room = (this.#limits.terminateAfter ?? Number.POSITIVE_INFINITY) - this.matches;
      const taken = Math.min(count, room);
      // A searcher gives any number of documents at once: more than a block, or a few.
      let at = 0;
      // Long arrays are collected without being copied into a block.
      while (this.#count === 0 && taken - at >= LONG_DOCS) {
        const size = Math.min(taken - at, BLOCK_DOCS);
        this.#collect(at === 0 ? docs : docs.subarray(at, at + size), size);
        at += size;
      }
      while (at < taken) {
        if (this.#count === BLOCK_DOCS) this.flush();
        const size = Math.min(taken - at, BLOCK_DOCS - this.#count);
        this.#docs.set(docs.subarray(at, at + size), this.#count);
        this.#count += size;
        at += size;
      }
      this.matches += taken;
      if (this.#next !== undefined && this.#count >= ASKED_AFTER) this.flush();
      if (taken < count) throw new EnoughDocuments();
    };
  }

  #begin(reader: SegmentReader, docBase: number): void {
    this.flush();
    for (const collector of this.#collectors) collector.segment(reader, docBase);
  }

  #runScored(searcher: IndexSearcher, query: Query, scores: Float32Array): void {
    const { minScore = Number.NEGATIVE_INFINITY, terminateAfter = Number.POSITIVE_INFINITY } =
      this.#limits;
    searcher.search(query, {
      needsScores: true,
      segment: (reader, docBase) => {
        this.#begin(reader, docBase);
        return (doc, scorer) => {
          const score = scorer.score();
          if (score < minScore) return;
          if (this.matches >= terminateAfter) throw new EnoughDocuments();
          if (this.#count === BLOCK_DOCS) this.flush();
          scores[this.#count] = score;
          this.#docs[this.#count++] = doc;
          this.matches++;
        };
      },
    });
  }
}
