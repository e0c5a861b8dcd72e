/**
 * The sub-aggregations of buckets of which few are kept. The ones by which buckets are chosen are
 * collected as documents come; the others may be deferred. Documents for deferred ones are logged,
 * and once the buckets are chosen, the deferred ones see the documents of the chosen buckets alone.
 * Their memory thus depends on the number of kept buckets, not of met ones.
 */
import type { SegmentReader } from '@skein/search_library';
import type { AggregationNode } from '../aggregation_node.js';
import { Children } from '../collect/children.js';
import type { Collector, CollectScope } from '../collect/collector.js';
import type { DocBlock } from '../collect/doc_block.js';
import { DROPPED, type OrderPath } from '../reduction.js';
import { BlockLog } from './block_log.js';
import { mapOfChoice, samePlaces } from './merge_buckets.js';

/** The parts of some buckets, used to order the buckets. */
interface Ranked {
  readonly parts: readonly unknown[];
  /** Maps a bucket to its place in the parts. */
  readonly places: Uint32Array;
  readonly count: number;
}

export class ChosenChildren {
  readonly #scope: CollectScope;
  readonly #isDeferred: readonly boolean[];
  /** The node with only the children that are not deferred. */
  readonly #early: AggregationNode;
  readonly #earlyChildren: Children;
  readonly #deferred: DeferredCollectors;
  readonly #all: Children;
  #ranked: Ranked | undefined;
  /** The names of deferred children, for profiles. */
  readonly deferredNames: readonly string[];

  /** `defers` returns true for a child that is to be deferred. */
  constructor(
    node: AggregationNode,
    scope: CollectScope,
    defers: (child: AggregationNode) => boolean,
  ) {
    this.#scope = scope;
    this.#isDeferred = node.children.map(defers);
    const isEarly = (_: unknown, i: number): boolean => this.#isDeferred[i] === false;
    const isLate = (_: unknown, i: number): boolean => this.#isDeferred[i] === true;
    const collectors = node.children.map((child) => scope.collector(child, scope.shard, node));
    const early = collectors.filter(isEarly);
    this.#early = { ...node, children: node.children.filter(isEarly) };
    this.#earlyChildren = new Children(early);
    this.deferredNames = node.children.filter(isLate).map(({ name }) => name);
    this.#deferred = new DeferredCollectors(collectors.filter(isLate));
    this.#all = new Children(this.deferredNames.length > 0 ? [...early, this.#deferred] : early);
  }

  /** True if all children are deferred, so that only the log holds numbers of buckets. */
  get areLate(): boolean {
    return this.#earlyChildren.isEmpty;
  }

  /**
   * Renumbers all buckets: `numbers` holds the new number of each bucket. It is allowed only if
   * `areLate`.
   */
  renumber(numbers: Uint32Array): void {
    this.#deferred.renumber(numbers);
  }

  segment(reader: SegmentReader, docBase: number): void {
    this.#all.segment(reader, docBase);
  }

  /** See `Children.collectRows`. */
  collectRows(...given: Parameters<Children['collectRows']>): void {
    this.#all.collectRows(...given);
  }

  /** Prepares `value` for these buckets of `size` in all. */
  rank(buckets: Uint32Array, size: number): void {
    const parts = this.#earlyChildren.build(buckets);
    this.#ranked = { parts, places: mapOfChoice(buckets, size), count: buckets.length };
  }

  value(path: OrderPath, bucket: number): number {
    const { parts, places } = this.#ranked ?? { parts: [], places: samePlaces(0) };
    return this.#scope.value(this.#early, parts, path, places[bucket] ?? DROPPED);
  }

  /**
   * The parts of the chosen buckets. It is called once. Deferred children see only the documents of
   * the buckets for which `keeps` returns true, or of all chosen ones if it is absent.
   */
  build(buckets: Uint32Array, keeps?: (bucket: number) => boolean): readonly unknown[] {
    const early = this.#buildEarly(buckets)[Symbol.iterator]();
    const late = this.#deferred.build(buckets, keeps)[Symbol.iterator]();
    return this.#isDeferred.map((isLate) => (isLate ? late : early).next().value);
  }

  #buildEarly(buckets: Uint32Array): readonly unknown[] {
    const ranked = this.#ranked;
    if (ranked === undefined) return this.#earlyChildren.build(buckets);
    const places = buckets.map((bucket) => ranked.places[bucket]);
    const map = mapOfChoice(places, ranked.count);
    return this.#scope.take(this.#early, ranked.parts, map, buckets.length);
  }
}

/** Collectors that wait until the owners are known, and then see only their documents. */
class DeferredCollectors implements Collector<readonly unknown[]> {
  readonly #collectors: readonly Collector[];
  readonly #log = new BlockLog();

  constructor(collectors: readonly Collector[]) {
    this.#collectors = collectors;
  }

  segment(reader: SegmentReader, docBase: number): void {
    this.#log.segment(reader, docBase);
  }

  collect(block: DocBlock): void {
    this.#log.collect(block);
  }

  renumber(numbers: Uint32Array): void {
    if (this.#collectors.length > 0) this.#log.renumber(numbers);
  }

  build(owners: Uint32Array, keeps?: (owner: number) => boolean): readonly unknown[] {
    if (this.#collectors.length === 0) return [];
    const map = new Uint32Array(this.#log.size).fill(DROPPED);
    owners.forEach((owner, i) => {
      if (owner < map.length && keeps?.(owner) !== false) map[owner] = i;
    });
    this.#log.read(map, owners.length, new Children(this.#collectors));
    const places = samePlaces(owners.length);
    return this.#collectors.map((collector) => collector.build(places));
  }
}
