/** `GET /_nodes/hot_threads`: the stacks of the busiest threads of each node. */
import { ApiError } from '@skein/errors';
import {
  booleanParam,
  integerParam,
  orDefault,
  stringParam,
  textReply,
  timeParam,
} from '@skein/http';
import { chosenNodes } from '../../node_operations/mod.js';
import { defineEndpoint } from '../endpoint.js';
import { timeoutOf } from './report_timeout.js';

const INTERVAL_MS = 500;
const MAX_INTERVAL_MS = 60_000;
const THREADS = 3;

export const hot_threads = defineEndpoint({
  id: 'nodes.hot_threads',
  shape: 'nodes',
  routes: [
    'GET /_nodes/hot_threads',
    'GET /_nodes/hotthreads',
    'GET /_nodes/{node_id}/hot_threads',
    'GET /_nodes/{node_id}/hotthreads',
    'GET /_cluster/nodes/hot_threads',
    'GET /_cluster/nodes/hotthreads',
    'GET /_cluster/nodes/{node_id}/hot_threads',
    'GET /_cluster/nodes/{node_id}/hotthreads',
  ],
  params: {
    interval: orDefault(timeParam, INTERVAL_MS),
    threads: orDefault(integerParam, THREADS),
    /** A hint without effect: V8's profiler samples at its own rate. */
    snapshots: integerParam,
    ignore_idle_threads: orDefault(booleanParam, true),
    type: orDefault(stringParam, 'cpu'),
    doc_type: stringParam,
    timeout: timeParam,
  },
  body: 'none',
  privilege: 'cluster:monitor',
  isEssential: true,
  parse: ({ pathParams, params }) => {
    const type = params.doc_type ?? params.type;
    if (type !== 'cpu') {
      throw new ApiError(
        'illegal_argument_exception',
        `type not supported [${type}]: threads tell the time they use, not the time they wait`,
      );
    }
    if (params.interval <= 0 || params.interval > MAX_INTERVAL_MS) {
      throw new ApiError(
        'illegal_argument_exception',
        `[interval] must be positive and at most [${MAX_INTERVAL_MS / 1000}s] but was [${params.interval}ms]`,
      );
    }
    return {
      filter: pathParams.node_id,
      options: {
        intervalMs: params.interval,
        threads: params.threads,
        ignoreIdle: params.ignore_idle_threads,
      },
      timeout: timeoutOf(params.timeout),
    };
  },
  handle: async ({ filter, options, timeout }, actors, { signal }) => {
    const { masterService, nodeOperations } = actors;
    const ids = chosenNodes(masterService.state(), filter, nodeOperations.localNodeId);
    const texts = await nodeOperations.hotThreads(ids, options, { ...timeout, signal });
    return textReply(texts.join(''));
  },
});
