/** `GET /_plugins/_asynchronous_search/stats`: counts of asynchronous searches by node. */
import { jsonReply } from '@skein/http';
import type { AsyncSearchStats } from '../../async_search/mod.js';
import { defineEndpoint } from '../endpoint.js';

export const asynchronous_search_stats = defineEndpoint({
  id: 'asynchronous_search.stats',
  shape: 'nodes',
  routes: [
    'GET /_plugins/_asynchronous_search/stats',
    'GET /_opendistro/_asynchronous_search/stats',
  ],
  params: {},
  body: 'none',
  privilege: 'cluster:monitor',
  parse: () => undefined,
  handle: async (_request, { asyncSearches, masterService }, context) => {
    const stats = await asyncSearches.stats(context);
    const { clusterName } = masterService.state();
    const nodes = [...stats].map(([id, counts]) => [id, shown(counts)] as const);
    return jsonReply({
      _nodes: { total: stats.size, successful: stats.size, failed: 0 },
      cluster_name: clusterName,
      nodes: Object.fromEntries(nodes),
    });
  },
});

/**
 * A node's counts with OpenSearch's names. Here a submitted search is initialized at once, so both
 * counts are equal.
 */
function shown({
  submitted,
  completed,
  failed,
  rejected,
  cancelled,
  running,
  kept,
}: AsyncSearchStats) {
  return {
    asynchronous_search_stats: {
      submitted,
      initialized: submitted,
      search_failed: failed,
      search_completed: completed,
      rejected,
      cancelled,
      running_current: running,
      persisted: kept,
    },
  };
}
