/** `POST /{index}/_close` */
import { INDICES_OPTIONS, requireIndex } from '@skein/cluster';
import { acknowledged, type Param } from '@skein/http';
import {
  activeCopiesParam,
  INDEX_EXPRESSION_PARAMS,
  MASTER_PARAMS,
  submitOptions,
} from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { activeEverywhere } from './active_everywhere.js';
import { refuseWildcards } from './delete.js';
import { indexExpression, MANAGES, named, targetIndices } from './index_targets.js';

/** `index-setting` is the old name of the default, which some clients still send. */
const closedCopiesParam: Param<string | undefined> = {
  ...activeCopiesParam,
  parse: (name, text) =>
    text === 'index-setting' ? undefined : activeCopiesParam.parse(name, text),
};

export const close = defineEndpoint({
  id: 'indices.close',
  shape: 'master',
  routes: ['POST /{index}/_close'],
  params: {
    ...MASTER_PARAMS,
    ...INDEX_EXPRESSION_PARAMS,
    wait_for_active_shards: closedCopiesParam,
  },
  body: 'json',
  privilege: 'indices:manage',
  parse: ({ pathParams, params }) => ({
    target: named(indexExpression(pathParams.index, params, INDICES_OPTIONS.plainIndices)),
    waitFor: params.wait_for_active_shards,
    options: submitOptions(params),
  }),
  handle: async ({ target, waitFor, options }, actors, context) => {
    refuseWildcards(actors, target.expressions);
    const { masterService } = actors;
    const before = masterService.state();
    const indices = targetIndices(actors, context, target, MANAGES);
    const open = indices.filter((name) => requireIndex(before, name).state === 'open');
    await masterService.submit('close_index', { indices }, options);
    const shardsAcknowledged = await activeEverywhere(actors, {
      indices,
      count: waitFor ?? '0',
      timeoutMs: options.timeoutMs,
      signal: context.signal,
    });
    const closed = Object.fromEntries(open.map((name) => [name, { closed: true }]));
    // As in OpenSearch, the change is acknowledged once it is committed.
    return acknowledged({ shards_acknowledged: shardsAcknowledged, indices: closed });
  },
});
