/**
 * The `profile` output of `terms` and similar aggregations: the way in which values were told
 * apart, and their number.
 */
import type { IndexSearcher } from '@skein/search_library';
import type { CollectorProfile } from '../../collect/collector.js';
import type { Values } from '../../values/resolve_values.js';
import type { ValueBuckets } from '../value_buckets.js';

interface TermsRun {
  readonly values: Values;
  readonly buckets: ValueBuckets | undefined;
  /** `undefined` if the values are those of a script. */
  readonly field: string | undefined;
  readonly searcher: IndexSearcher;
  readonly hasFilter: boolean;
  /** True if `execution_hint` is `map`. */
  readonly isMap: boolean;
  /** The names of the deferred sub-aggregations. */
  readonly deferred: readonly string[];
  /** The name of the strategy, if it is not that of `terms`. */
  readonly strategy?: string;
}

export function termsProfile(run: TermsRun): CollectorProfile {
  const { values, buckets, strategy } = run;
  if (buckets === undefined) return { type: 'NonCollectingAggregator' };
  const total = { ...deferredAggregators(run.deferred), total_buckets: buckets.met };
  if (values.kind === 'number') {
    const debug = { ...total, result_strategy: strategy ?? `${values.numbers}_terms` };
    return { type: 'NumericTermsAggregator', debug };
  }
  const result = { ...total, result_strategy: strategy ?? 'terms' };
  if (run.isMap || run.field === undefined) {
    return { type: 'MapStringTermsAggregator', debug: result };
  }
  return {
    type: 'GlobalOrdinalsStringTermsAggregator',
    debug: {
      ...result,
      collection_strategy: buckets.isTable ? 'dense' : 'remap',
      ...segmentCounts(run.field, run),
      has_filter: run.hasFilter,
    },
  };
}

function segmentCounts(field: string, { searcher, values }: TermsRun) {
  const uninverting = values.kind === 'term' ? values.uninverting : undefined;
  const columns = searcher.segments.flatMap((each) => each.ordinals(field, uninverting) ?? []);
  const single = columns.filter(({ slots }) => slots !== undefined).length;
  return {
    segments_with_single_valued_ords: single,
    segments_with_multi_valued_ords: columns.length - single,
  };
}

/** The member of profiles that names the deferred sub-aggregations. */
export function deferredAggregators(names: readonly string[]) {
  return names.length === 0 ? {} : { deferred_aggregators: [...names] };
}
