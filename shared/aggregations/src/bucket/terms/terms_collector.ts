/**
 * Collects the buckets of `terms` and similar aggregations: one for each value, of which the best
 * by count, key or sub-aggregation are chosen.
 */
import { leaveIfLong } from '@skein/base';
import type { AggregationNode } from '../../aggregation_node.js';
import type { Collector, CollectorProfile, CollectScope } from '../../collect/collector.js';
import type { DocBlock } from '../../collect/doc_block.js';
import type { KnownMatches } from '../../collect/known_matches.js';
import { deferral } from '../../options/collect_mode.js';
import {
  checkOrder,
  compareBuckets,
  hasPaths,
  isByCountDescending,
  isByCountThenKey,
} from '../../options/order.js';
import type { Values } from '../../values/resolve_values.js';
import { RAW } from '../../values/value_format.js';
import { ChosenChildren } from '../chosen_children.js';
import { type GroupedBuckets, groupByOwner, placesOf } from '../merge_buckets.js';
import { type SelectedBuckets, selectBuckets } from '../select_buckets.js';
import { chosenBuckets, type ValueBuckets } from '../value_buckets.js';
import type { TermsOptions } from './terms_options.js';
import { type KeysKind, ownBuckets, type TermsPart } from './terms_part.js';
import { termsProfile } from './terms_profile.js';

export function keysKind(values: Values): KeysKind {
  if (values.kind === 'term') return values.text;
  return values.kind === 'number' ? values.numbers : 'unmapped';
}

export class TermsCollector implements Collector<TermsPart> {
  readonly #node: AggregationNode<TermsOptions>;
  readonly #scope: CollectScope;
  readonly #values: Values;
  readonly #buckets: ValueBuckets | undefined;
  readonly #children: ChosenChildren;

  constructor(
    node: AggregationNode<TermsOptions>,
    scope: CollectScope,
    valuesOf: (node: AggregationNode<TermsOptions>, scope: CollectScope) => Values,
  ) {
    this.#node = node;
    this.#scope = scope;
    const { options } = node;
    this.#values = valuesOf(node, scope);
    const tallying = {
      mayBegin: () => this.#children.areLate,
      renumber: (ids: Uint32Array) => this.#children.renumber(ids),
    };
    const isSole = !scope.hasManyOwners && options.minDocCount > 0;
    this.#buckets = scope.late(() =>
      chosenBuckets(this.#values, node, scope.shard, {
        tallying: isSole ? tallying : undefined,
        refusedExpression: 'aggregation_execution_exception',
      }),
    );
    const most = mostBuckets(this.#values);
    this.#children = new ChosenChildren(node, scope, deferral({ ...options, mostBuckets: most }));
    checkOrder(node, scope);
  }

  countMatches(matches: KnownMatches): boolean {
    const isLone = this.#node.children.length === 0;
    return isLone && this.#buckets?.countMatches?.(matches) === true;
  }

  segment(...at: Parameters<Collector['segment']>): void {
    this.#buckets?.segment(at[0]);
    this.#children.segment(...at);
  }

  collect(block: DocBlock): void {
    this.#buckets?.collect(block, this.#children);
  }

  build(owners: Uint32Array): TermsPart {
    const { minDocCount } = this.#node.options;
    const buckets = this.#buckets;
    if (buckets === undefined) return this.#empty(owners);
    if (minDocCount === 0) buckets.addEveryValue(owners);
    const selected = this.#select(owners, buckets);
    this.#scope.shard.countBuckets(selected.buckets.length);
    return {
      keyed: keysKind(this.#values),
      format: this.#values.kind === 'number' ? this.#values.format : RAW,
      starts: selected.starts,
      ...ownBuckets(buckets, selected.buckets),
      others: selected.others,
      bounds: new Float64Array(owners.length),
      children: selected.children,
    };
  }

  profile(): CollectorProfile {
    const { field, include, exclude, hint } = this.#node.options;
    return termsProfile({
      values: this.#values,
      buckets: this.#buckets,
      field,
      searcher: this.#scope.shard.searcher,
      hasFilter: include !== undefined || exclude !== undefined,
      isMap: hint === 'map',
      deferred: this.#children.deferredNames,
    });
  }

  #select(owners: Uint32Array, buckets: ValueBuckets) {
    const { order, shardSize, shardMinDocCount, minDocCount } = this.#node.options;
    const { counts, size } = buckets;
    leaveIfLong(size);
    const wanted = { places: placesOf(owners), groups: owners.length };
    const { hasManyOwners } = this.#scope;
    const groups =
      buckets.grouped?.(wanted) ??
      groupByOwner(hasManyOwners ? buckets.owners : undefined, size, wanted);
    if (hasPaths(order)) this.#children.rank(groups.order, size);
    const compare = compareBuckets(order, {
      count: (bucket) => counts[bucket],
      compareKeys: (a, b) => buckets.compareKeys(a, b),
      value: (path, bucket) => this.#children.value(path, bucket),
    });
    // Every bucket has a document, unless `min_doc_count` is 0.
    const hasAll = shardMinDocCount <= 1 && minDocCount > 0;
    const accept = (bucket: number): boolean => hasAll || counts[bucket] >= shardMinDocCount;
    const selected = selectBuckets(groups, shardSize, compare, {
      accept: hasAll ? undefined : accept,
      fullest: isByCountDescending(order) ? counts : undefined,
      isOrdered: buckets.ascends === true && isByCountThenKey(order),
    });
    const children = this.#children.build(selected.buckets);
    const of = { counts, accept: hasAll ? undefined : accept };
    return { ...selected, others: othersOf(groups, selected, of), children };
  }

  #empty(owners: Uint32Array): TermsPart {
    return {
      keyed: 'unmapped',
      format: RAW,
      starts: new Uint32Array(owners.length + 1),
      keys: [],
      counts: new Float64Array(0),
      errors: new Float64Array(0),
      others: new Float64Array(owners.length),
      bounds: new Float64Array(owners.length),
      children: this.#children.build(new Uint32Array(0)),
    };
  }
}

/** The documents, by group, of the buckets that are accepted but not selected. */
function othersOf(
  { starts, order }: GroupedBuckets,
  selected: SelectedBuckets,
  of: {
    readonly counts: Float64Array;
    readonly accept: ((bucket: number) => boolean) | undefined;
  },
): Float64Array {
  const { counts, accept } = of;
  const others = new Float64Array(starts.length - 1);
  for (let i = 0; i < others.length; i++) {
    let rest = 0;
    const end = starts[i + 1];
    for (let at = starts[i]; at < end; at++) {
      const bucket = order[at];
      if (accept === undefined || accept(bucket)) rest += counts[bucket];
    }
    for (const bucket of selected.buckets.subarray(selected.starts[i], selected.starts[i + 1])) {
      rest -= counts[bucket];
    }
    others[i] = rest;
  }
  return others;
}

/** The greatest number of distinct values of a shard; `undefined` if it is unknown. */
export function mostBuckets(values: Values): number | undefined {
  if (values.kind === 'term') return values.source.mostTerms;
  if (values.kind !== 'number') return 0;
  const bounds = values.numbers === 'long' ? values.source.bounds?.() : undefined;
  return bounds && bounds.max - bounds.min + 1;
}
