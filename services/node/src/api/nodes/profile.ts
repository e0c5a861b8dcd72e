/**
 * `POST /_nodes/{node_id}/_profile`: a CPU or heap profile of one thread of one node, for Chrome's
 * developer tools. Elasticsearch has no such endpoint.
 */
import { utf8 } from '@skein/bytes';
import { ApiError } from '@skein/errors';
import { chunksReply, enumParam, orDefault, stringParam, timeParam } from '@skein/http';
import { chosenNodes, LONGEST_PROFILE_MS, PROFILE_KINDS } from '../../node_operations/mod.js';
import { defineEndpoint } from '../endpoint.js';

const DURATION_MS = 10_000;

export const profile = defineEndpoint({
  id: 'nodes.profile',
  shape: 'nodes',
  routes: ['POST /_nodes/{node_id}/_profile'],
  params: {
    type: orDefault(enumParam(PROFILE_KINDS), 'cpu'),
    duration: orDefault(timeParam, DURATION_MS),
    thread: orDefault(stringParam, 'main'),
  },
  body: 'none',
  privilege: 'cluster:manage',
  isEssential: true,
  parse: ({ pathParams, params: { type, duration, thread } }) => {
    if (duration <= 0 || duration > LONGEST_PROFILE_MS) {
      throw new ApiError(
        'illegal_argument_exception',
        `[duration] must be positive and at most [${LONGEST_PROFILE_MS / 1000}s] but was [${duration}ms]`,
      );
    }
    return { filter: pathParams.node_id, order: { thread, kind: type, durationMs: duration } };
  },
  handle: async ({ filter, order }, { masterService, nodeOperations }, { signal }) => {
    const ids = chosenNodes(masterService.state(), filter, nodeOperations.localNodeId);
    const [nodeId] = ids;
    if (nodeId === undefined || ids.length > 1) {
      throw new ApiError(
        'illegal_argument_exception',
        `[${filter}] stands for [${ids.length}] nodes: a profile is taken of one`,
      );
    }
    return chunksReply([utf8(await nodeOperations.profile(nodeId, order, { signal }))]);
  },
});
