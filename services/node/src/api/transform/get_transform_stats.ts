/**
 * `GET /_transform/{transform_id}/_stats`: the state of transforms. Counters of a running
 * checkpoint are some seconds old.
 */
import { jsonReply, timeParam } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';
import { LIST_PARAMS } from './get_transform.js';
import { pageOf, transformsOf } from './known_transforms.js';
import { shownStats } from './shown.js';

export const get_transform_stats = defineEndpoint({
  id: 'transform.get_transform_stats',
  shape: 'local',
  routes: ['GET /_transform/{transform_id}/_stats'],
  /** `timeout` has no effect, because no other node is called. */
  params: { ...LIST_PARAMS, timeout: timeParam },
  body: 'none',
  privilege: 'cluster:monitor',
  parse: ({ pathParams, params }) => ({ names: pathParams.transform_id ?? '*', params }),
  handle: ({ names, params }, { masterService }) => {
    const state = masterService.state();
    const found = transformsOf(state, names, params.allow_no_match);
    const shown = pageOf(found, params);
    return jsonReply({
      count: found.length,
      transforms: shown.map((record) => shownStats(record, state.masterNodeId)),
    });
  },
});
