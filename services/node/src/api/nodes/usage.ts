/** `GET /_nodes/usage`: how often each endpoint was asked of each node. */
import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { splitList, timeParam } from '@skein/http';
import { chosenNodes } from '../../node_operations/mod.js';
import { defineEndpoint } from '../endpoint.js';
import { nodesReply } from './node_heading.js';
import { timeoutOf } from './report_timeout.js';

const METRICS: readonly string[] = ['_all', 'rest_actions'];

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
    const unknown = splitList(pathParams.metric ?? '_all').filter((one) => !METRICS.includes(one));
    if (unknown.length > 0) {
      throw new ApiError(
        'illegal_argument_exception',
        `request [${path}] contains metrics that are not counted: [${unknown.join(', ')}], only [rest_actions] is`,
      );
    }
    return { filter: pathParams.node_id, options: timeoutOf(params.timeout) };
  },
  handle: async ({ filter, options }, { masterService, nodeOperations }, { nowMs, signal }) => {
    const state = masterService.state();
    const ids = chosenNodes(state, filter, nodeOperations.localNodeId);
    const found = await nodeOperations.reports(ids, { ...options, signal });
    const entries = found.reports.map(({ facts, usage: { sinceMs, counts } }) => {
      const actions = counts.map(([id, count]) => [`${id.replaceAll('.', '_')}_action`, count]);
      const entry: JsonValue = {
        timestamp: nowMs,
        since: sinceMs,
        rest_actions: Object.fromEntries(actions),
      };
      return [facts.id, entry] as const;
    });
    return nodesReply(state.clusterName, found, entries);
  },
});
