/**
 * A node's counts of the documents and searches that it routed to shards, its own and others.
 * OpenSearch shows these figures within those of the node's shards.
 */
import { isJsonObject, type JsonObject } from '@skein/content';
import type { NodeReport } from '../../node_operations/mod.js';
import { shower } from '../indices/stats/stats_metrics.js';

const PHASES = ['dfs_pre_query', 'query', 'fetch', 'dfs_query', 'expand', 'can_match'];

/** Adds `doc_status` and `request` to the sections `indexing` and `search` that are there. */
export function withRoutedWork(
  part: JsonObject,
  { work: { documentStatuses, searchTimes } }: Pick<NodeReport, 'work'>,
  human: boolean,
): JsonObject {
  const { indexing, search } = part;
  return {
    ...part,
    ...(isJsonObject(indexing) && documentStatuses !== undefined
      ? { indexing: { ...indexing, doc_status: Object.fromEntries(documentStatuses) } }
      : {}),
    ...(isJsonObject(search) && searchTimes !== undefined
      ? { search: { ...search, request: requestJson(searchTimes, human) } }
      : {}),
  };
}

type Times = NonNullable<NodeReport['work']['searchTimes']>;

function requestJson({ took, current, phases }: Times, human: boolean): JsonObject {
  const show = shower(human);
  const byName = new Map(phases);
  const shown = PHASES.map((name) => {
    const { timeMs, total } = byName.get(name) ?? { timeMs: 0, total: 0 };
    // Phases are told when their search has ended.
    return [name, { ...show.time('time', timeMs), current: 0, total }] as const;
  });
  return {
    took: { ...show.time('time', took.timeMs), current, total: took.total },
    ...Object.fromEntries(shown),
  };
}
