/**
 * The profile of collectors in OpenSearch's form: nested collectors. The innermost one is timed;
 * the outer ones have sums.
 */

import type { SearchRequest } from '../request/search_request.js';
import type { CollectorProfile } from './search_profile.js';

interface CollectorNanos {
  readonly hits: number;
  readonly aggregations: number;
}

export function collectorProfile(request: SearchRequest, nanos: CollectorNanos): CollectorProfile {
  const { terminateAfter, postFilter, minScore, aggregations } = request;
  let profile = hitsCollector(request, nanos.hits);
  if (terminateAfter !== undefined) {
    profile = around(profile, 'MultiCollector', 'search_terminate_after_count');
  }
  if (postFilter !== undefined) {
    profile = around(profile, 'FilteredCollector', 'search_post_filter');
  }
  if (aggregations !== undefined && aggregations.children.length > 0) {
    const names = aggregations.children.map(({ name }) => name).join(', ');
    const isAlone = aggregations.children.length === 1;
    const own = {
      name: isAlone ? `ProfilingAggregator: [${names}]` : `MultiBucketCollector: [[${names}]]`,
      reason: 'aggregation',
      nanos: nanos.aggregations,
      children: [],
    };
    profile = {
      name: 'MultiCollector',
      reason: 'search_multi',
      nanos: profile.nanos + own.nanos,
      children: [profile, own],
    };
  }
  return minScore === undefined
    ? profile
    : around(profile, 'MinimumScoreCollector', 'search_min_score');
}

function around(inner: CollectorProfile, name: string, reason: string): CollectorProfile {
  return { name, reason, nanos: inner.nanos, children: [inner] };
}

function hitsCollector(request: SearchRequest, nanos: number): CollectorProfile {
  const { size, from, scroll, collapse } = request;
  if (size + from === 0 && scroll === undefined && collapse === undefined) {
    return { name: 'EarlyTerminatingCollector', reason: 'search_count', nanos, children: [] };
  }
  return { name: nameOf(request), reason: 'search_top_hits', nanos, children: [] };
}

function nameOf({ sort, collapse, searchAfter, scroll }: SearchRequest): string {
  if (collapse !== undefined) return 'MultiCollector';
  const isLaterPage = searchAfter !== undefined || scroll?.after !== undefined;
  if (sort.length > 0) return isLaterPage ? 'PagingFieldCollector' : 'SimpleFieldCollector';
  return isLaterPage ? 'PagingTopScoreDocCollector' : 'SimpleTopScoreDocCollector';
}
