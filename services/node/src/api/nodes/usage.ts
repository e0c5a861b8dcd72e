/**
 * `GET /_nodes/usage`: how often each node received requests for each endpoint, and ran each type
 * of aggregation on a shard. Unknown metrics are left out, as in OpenSearch.
 */
import type { JsonValue } from '@skein/content';
import { splitList, timeParam } from '@skein/http';
import { chosenNodes } from '../../node_operations/mod.js';
import { defineEndpoint } from '../endpoint.js';
import { actionCounts } from './action_names.js';
import { allAndMore } from './metrics.js';
import { nodesReply } from './node_heading.js';
import { timeoutOf } from './report_timeout.js';

export const usage = defineEndpoint({
  id: 'nodes.usage',
  shape: 'nodes',
  routes: [
    'GET /_nodes/usage',
    'GET /_nodes/{node_id}/usage',
    'GET /_nodes/usage/{metric}',
    'GET /_nodes/{node_id}/usage/{metric}',
  ],
  params: { timeout: timeParam },
  body: 'none',
  privilege: 'cluster:monitor',
  isEssential: true,
  parse: ({ path, pathParams, params }) => {
    const words = splitList(pathParams.metric ?? '_all');
    if (words.length > 1 && words.includes('_all')) throw allAndMore(path, words);
    const has = (metric: string) => words.includes('_all') || words.includes(metric);
    return {
      filter: pathParams.node_id,
      hasActions: has('rest_actions'),
      hasAggregations: has('aggregations'),
      options: timeoutOf(params.timeout),
    };
  },
  handle: async (
    { filter, hasActions, hasAggregations, options },
    { masterService, nodeOperations },
    { signal },
  ) => {
    const state = masterService.state();
    const ids = chosenNodes(state, filter, nodeOperations.localNodeId);
    const found = await nodeOperations.reports(ids, { ...options, signal });
    const entries = found.reports.map(
      ({ facts, atMs, usage: { sinceMs, counts }, aggregations = {} }) => {
        const entry: JsonValue = {
          timestamp: atMs,
          since: sinceMs,
          ...(hasActions ? { rest_actions: actionCounts(counts) } : {}),
          ...(hasAggregations ? { aggregations } : {}),
        };
        return [facts.id, entry] as const;
      },
    );
    return nodesReply(state.clusterName, found, entries);
  },
});
