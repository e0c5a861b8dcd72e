/** `composite`: all combinations of the values of several sources, in order, a page at a time. */

import { double, isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { type Draft, type FieldReaders, into, readFields } from '@skein/reading';
import type { AggregationNode } from '../../aggregation_node.js';
import type { TimeBuckets } from '../../aggregation_shard.js';
import { aggregationType, type ParseContext } from '../../aggregation_type.js';
import { type Children, childrenOf } from '../../collect/children.js';
import type { Collector, CollectScope } from '../../collect/collector.js';
import type { DocBlock } from '../../collect/doc_block.js';
import type { KnownMatches } from '../../collect/known_matches.js';
import { tileText } from '../../geo/geotile.js';
import {
  type CompositeSource,
  checkSources,
  readSources,
} from '../../options/composite_sources.js';
import { positive } from '../../options/counts.js';
import type { ReduceInput, Reduction } from '../../reduction.js';
import { showTerm } from '../../values/term_form.js';
import { textOfNumber } from '../../values/value_format.js';
import {
  groupByOwner,
  type Key,
  mapOfChoice,
  mergeBuckets,
  mergedChildren,
  placesOf,
  samePlaces,
} from '../merge_buckets.js';
import { type SelectedBuckets, selectBuckets } from '../select_buckets.js';
import { tupleKey } from '../terms/combinations.js';
import { afterKey, firstTerms, type SourceFormat } from './composite_after.js';
import { CompositeBuckets, type CompositeLevel } from './composite_buckets.js';
import { agreeing, OrderedSegment, type SourceOrder, sourceOrders } from './composite_order.js';
import { type BoundSource, bindSource } from './composite_values.js';
import { type FirstTerms, termWalk, walkTerms } from './composite_walk.js';

interface CompositeOptions {
  readonly sources: readonly CompositeSource[];
  readonly size: number;
  readonly after: JsonObject | undefined;
}

interface CompositePart {
  readonly formats: readonly (SourceFormat | undefined)[];
  readonly starts: Uint32Array;
  /** The unique text of each tuple. */
  readonly keys: readonly string[];
  readonly tuples: readonly (readonly (Key | null)[])[];
  readonly counts: Float64Array;
  readonly children: readonly unknown[];
}

const DEFAULT_SIZE = 10;

function parse(json: JsonObject, context: ParseContext): CompositeOptions {
  const draft: Draft<CompositeOptions> = {
    sources: [],
    size: DEFAULT_SIZE,
    after: undefined,
  };
  const own: FieldReaders = {
    sources: into(draft, 'sources', 'object_array', (value) =>
      checkSources(readSources(value, context)),
    ),
    size: into(draft, 'size', 'number', positive('size', context)),
    after: into(draft, 'after', 'object', (value) => (isJsonObject(value) ? value : undefined)),
  };
  readFields(json, own, { name: 'composite', locate: context.locate });
  if (draft.sources.length === 0) {
    throw new ApiError('illegal_argument_exception', 'Required [sources]');
  }
  return draft;
}

function checkAfter({ after, sources }: CompositeOptions): void {
  if (after === undefined) return;
  const names = Object.keys(after);
  if (names.length !== sources.length) {
    throw new ApiError(
      'illegal_argument_exception',
      `[after] has ${names.length} value(s) but [sources] has ${sources.length}`,
    );
  }
  for (const { name, missingBucket } of sources) {
    if (!Object.hasOwn(after, name)) {
      throw new ApiError('illegal_argument_exception', `Missing value for [after.${name}]`);
    }
    const kind = incomparable(after[name] ?? null, missingBucket);
    if (kind === undefined) continue;
    const reason = `Invalid value for [after.${name}], expected comparable, got [${kind}]`;
    throw new ApiError('illegal_argument_exception', reason);
  }
}

/** The name that OpenSearch gives to a value that cannot be a key; `undefined` if it can be. */
function incomparable(json: JsonValue, missingBucket: boolean): string | undefined {
  if (json === null) return missingBucket ? undefined : 'null';
  if (isJsonArray(json)) return 'ArrayList';
  return isJsonObject(json) ? 'HashMap' : undefined;
}

function compareValues(
  a: Key | null,
  b: Key | null,
  { descending, missingOrder }: CompositeSource,
): number {
  if (a === null || b === null) {
    if (a === b) return 0;
    const isFirst = missingOrder === 'default' ? !descending : missingOrder === 'first';
    return (a === null) === isFirst ? -1 : 1;
  }
  const order = a < b ? -1 : a > b ? 1 : 0;
  return descending ? -order : order;
}

type Tuple = readonly (Key | null)[];

function compareTuples(a: Tuple, b: Tuple, sources: readonly CompositeSource[]): number {
  for (const [i, source] of sources.entries()) {
    const order = compareValues(a[i] ?? null, b[i] ?? null, source);
    if (order !== 0) return order;
  }
  return 0;
}

class CompositeCollector implements Collector<CompositePart> {
  readonly #node: AggregationNode<CompositeOptions>;
  readonly #scope: CollectScope;
  readonly #bound: readonly BoundSource[];
  readonly #buckets: CompositeBuckets;
  readonly #children: Children;
  readonly #first: FirstTerms | undefined;
  readonly #levels: readonly CompositeLevel[];
  readonly #orders: readonly SourceOrder[];
  /** `undefined` if the order of the current segment is of no use. */
  #ordered: OrderedSegment | undefined;
  /** `undefined` if no segment has a useful order. */
  readonly nextWanted: Collector['nextWanted'];

  constructor(node: AggregationNode<CompositeOptions>, scope: CollectScope) {
    const { sources, after, size } = node.options;
    this.#node = node;
    this.#scope = scope;
    this.#bound = sources.map((source, i) => bindSource(source, scope, i === 0));
    checkAfter(node.options);
    this.#levels = this.#bound.map((bound, i) => levelOf(bound, sources[i], after));
    this.#buckets = new CompositeBuckets(this.#levels, size, scope.parents.length === 0);
    const timeBuckets = this.#timeBuckets();
    const { shard } = scope;
    this.#orders = this.#sourceOrders();
    this.nextWanted = this.#orders.length > 0 ? (doc) => this.#nextWanted(doc) : undefined;
    this.#children = childrenOf(node, scope, timeBuckets ? { ...shard, timeBuckets } : shard);
    this.#first = firstTerms(sources[0], after, scope);
  }

  #sourceOrders(): readonly SourceOrder[] {
    const { shard, parents } = this.#scope;
    const isSorted = shard.searcher.segments.some(({ sort = [] }) => sort.length > 0);
    if (parents.length > 0 || !isSorted) return [];
    return sourceOrders(this.#node.options.sources, this.#bound, shard.mapping);
  }

  /**
   * The time buckets of the only `date_histogram` source; `undefined` if there is none, or several.
   */
  #timeBuckets(): TimeBuckets | undefined {
    const { sources } = this.#node.options;
    const [level, ...others] = sources.flatMap(({ by }, i) =>
      by.kind === 'date_histogram' ? [i] : [],
    );
    const rounding = level === undefined ? undefined : this.#bound[level]?.rounding;
    if (level === undefined || others.length > 0 || rounding === undefined) return undefined;
    const { by } = sources[level];
    const interval = by.kind === 'date_histogram' ? by.interval : undefined;
    return {
      of: this.#node,
      unit: interval !== undefined && 'unit' in interval ? interval.unit : undefined,
      fixedMs: rounding.fixedMs,
      lengthMs: (bucket) => {
        const key = this.#buckets.tuple(bucket)[level];
        return typeof key === 'number' ? rounding.next(key) - key : 0;
      },
    };
  }

  /**
   * Collects the segment by the postings of the first source, if it is a term, value by value until
   * the page is full. It does not if the documents are in a useful order already.
   */
  countMatches(matches: KnownMatches, docBase: number): boolean {
    if (agreeing(this.#orders, matches.reader) > 0) return false;
    const { takeAnyOrder } = this.#children;
    const walk = this.#first && takeAnyOrder ? termWalk(matches, this.#first) : undefined;
    if (walk === undefined) return false;
    this.segment(matches.reader, docBase);
    walkTerms(walk, (block) => {
      this.#buckets.collectInOrder(block, this.#children);
      return !this.#buckets.isComplete;
    });
    return true;
  }

  segment(...at: Parameters<Collector['segment']>): void {
    const [reader] = at;
    const read = this.#buckets.segment(reader);
    this.#children.segment(...at);
    const count = agreeing(this.#orders, reader);
    const agreed = this.#levels.slice(0, count).map((level, i) => ({
      level,
      read: read[i],
      missing: reader.sort?.[i]?.missing ?? 'last',
    }));
    const isWhole = count === this.#levels.length;
    this.#ordered = count > 0 ? new OrderedSegment(reader.maxDoc, agreed, isWhole) : undefined;
  }

  collect(block: DocBlock): void {
    if (this.#ordered === undefined) this.#buckets.collect(block, this.#children);
    else this.#buckets.collectInOrder(block, this.#children);
  }

  #nextWanted(doc: number): number {
    if (this.#ordered === undefined) return doc;
    const last = this.#buckets.lastBucket;
    if (last !== undefined) this.#ordered.endAt(last, (bucket) => this.#buckets.idsOf(bucket));
    return this.#ordered.next(doc);
  }

  build(owners: Uint32Array): CompositePart {
    const { starts, buckets } = this.#select(owners);
    this.#scope.shard.countBuckets(buckets.length);
    const tuples = Array.from(buckets, (bucket) => this.#buckets.tuple(bucket));
    return {
      formats: this.#bound.map(({ format }) => format),
      starts,
      keys: tuples.map(tupleKey),
      tuples,
      counts: Float64Array.from(buckets, (bucket) => this.#buckets.counts[bucket]),
      children: this.#children.build(buckets),
    };
  }

  #select(owners: Uint32Array): SelectedBuckets {
    const all = this.#buckets;
    if (this.#scope.parents.length === 0) {
      const buckets = all.best();
      return { starts: Uint32Array.of(0, buckets.length), buckets };
    }
    const bucketOwners = Uint32Array.from({ length: all.size }, (_, bucket) => all.ownerOf(bucket));
    const places = { places: placesOf(owners), groups: owners.length };
    const groups = groupByOwner(bucketOwners, all.size, places);
    const compare = (a: number, b: number): number => all.compare(a, b);
    const accept = (bucket: number): boolean => all.counts[bucket] > 0;
    return selectBuckets(groups, this.#node.options.size, compare, { accept });
  }
}

function levelOf(
  { ids, format }: BoundSource,
  source: CompositeSource,
  after: JsonObject | undefined,
): CompositeLevel {
  const edge = after && afterKey(after[source.name] ?? null, format, source);
  const { descending, missingBucket, missingOrder } = source;
  const sign = descending ? -1 : 1;
  const missingIsFirst = missingOrder === 'default' ? !descending : missingOrder === 'first';
  return {
    ids,
    compare(a, b) {
      // Number 0 stands for documents without a value.
      if (missingBucket && (a === 0 || b === 0)) {
        return a === b ? 0 : (a === 0) === missingIsFirst ? -1 : 1;
      }
      return sign * ids.compare(a, b);
    },
    side: edge === undefined ? undefined : (id) => compareValues(ids.key(id), edge, source),
  };
}

/** The allowed parents: each has a single bucket. */
const PARENTS: ReadonlySet<string> = new Set(['nested', 'reverse_nested', 'filter']);

function checkParents(parents: readonly AggregationNode[]): void {
  const parent = parents.findLast(({ type }) => !PARENTS.has(type));
  if (parent === undefined) return;
  throw new ApiError(
    'illegal_argument_exception',
    `[composite] aggregation cannot be used with a parent aggregation of type: [${parent.type}]`,
  );
}

function reduce(
  node: AggregationNode<CompositeOptions>,
  inputs: readonly ReduceInput<CompositePart>[],
  reduction: Reduction,
): CompositePart {
  const { sources, size } = node.options;
  const merged = mergeBuckets(inputs);
  const tuples: Tuple[] = new Array(merged.keys.length).fill([]);
  inputs.forEach(({ part }, at) => {
    merged.maps[at]?.forEach((to, bucket) => {
      if (to < tuples.length) tuples[to] = part.tuples[bucket];
    });
  });
  const groups = groupByOwner(merged.owners, tuples.length, {
    places: samePlaces(reduction.owners),
    groups: reduction.owners,
  });
  const { starts, buckets } = selectBuckets(groups, size, (a, b) =>
    compareTuples(tuples[a], tuples[b], sources),
  );
  if (reduction.isFinal) reduction.countBuckets(buckets.length);
  const choice = mapOfChoice(buckets, tuples.length);
  const children = mergedChildren(inputs, merged.maps, choice);
  return {
    formats: sources.map((_, i) => inputs.find(({ part }) => part.formats[i])?.part.formats[i]),
    starts,
    keys: Array.from(buckets, (bucket) => merged.keys[bucket]),
    tuples: Array.from(buckets, (bucket) => tuples[bucket]),
    counts: Float64Array.from(buckets, (bucket) => merged.counts[bucket]),
    children: reduction.children(node, children, buckets.length),
  };
}

function shownKey(
  tuple: Tuple,
  part: CompositePart,
  sources: readonly CompositeSource[],
): JsonObject {
  return Object.fromEntries(
    sources.map(({ name }, i) => [name, shownValue(tuple[i] ?? null, part.formats[i])]),
  );
}

function shownValue(key: Key | null, format: SourceFormat | undefined): JsonValue {
  if (key === null) return null;
  if (typeof key === 'string') return showTerm(key, format?.kind);
  switch (format?.kind) {
    case 'formatted':
      return format.format.kind === 'boolean'
        ? Number(key) !== 0
        : textOfNumber(key, format.format);
    case 'tile':
      return tileText(key, format.zoom);
    case 'double':
      return double(Number(key));
    default:
      return key;
  }
}

export const composite = aggregationType<CompositeOptions, CompositePart>({
  name: 'composite',
  takes: 'buckets',
  isPaged: true,
  parse,
  collector(node, scope) {
    checkParents(scope.parents);
    return new CompositeCollector(node, scope);
  },
  reduce,
  render(node, { part, owner }, rendering) {
    const { sources } = node.options;
    const buckets = Array.from(rendering.buckets(node, part, owner), (bucket) => ({
      key: shownKey(part.tuples[bucket] ?? [], part, sources),
      doc_count: part.counts[bucket],
      ...rendering.children(node, part.children, bucket),
    }));
    // The next page begins after the last bucket, even if pipelines have dropped it.
    const isEmpty = part.starts[owner] === part.starts[owner + 1];
    const last = part.tuples[part.starts[owner + 1] - 1] ?? [];
    return { ...(isEmpty ? {} : { after_key: shownKey(last, part, sources) }), buckets };
  },
  buckets: (part) => part,
  bucketKey: ({ options }, part, bucket) => {
    const key = shownKey(part.tuples[bucket] ?? [], part, options.sources);
    return {
      key,
      text: `{${Object.entries(key)
        .map(([name, value]) => `${name}=${String(value)}`)
        .join(', ')}}`,
    };
  },
});
