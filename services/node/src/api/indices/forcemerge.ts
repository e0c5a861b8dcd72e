/** `POST /_forcemerge`, `POST /{index}/_forcemerge` */
import { checkBlocks, INDICES_OPTIONS } from '@skein/cluster';
import { booleanParam, integerParam, orDefault } from '@skein/http';
import { INDEX_EXPRESSION_PARAMS } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { broadcastReply } from './broadcast_reply.js';
import { inBackground } from './in_background.js';
import { indexExpression, MANAGES, targetIndices } from './index_targets.js';

export const forcemerge = defineEndpoint({
  id: 'indices.forcemerge',
  shape: 'shards',
  routes: ['POST /_forcemerge', 'POST /{index}/_forcemerge'],
  params: {
    ...INDEX_EXPRESSION_PARAMS,
    max_num_segments: integerParam,
    only_expunge_deletes: orDefault(booleanParam, false),
    flush: orDefault(booleanParam, true),
    primary_only: orDefault(booleanParam, false),
    wait_for_completion: orDefault(booleanParam, true),
  },
  body: 'json',
  privilege: 'indices:manage',
  parse: ({ pathParams, params }) => {
    const { max_num_segments: maxNumSegments, only_expunge_deletes: onlyExpungeDeletes } = params;
    const target = indexExpression(
      pathParams.index,
      params,
      INDICES_OPTIONS.strictExpandOpenForbidClosed,
    );
    const merge = { maxNumSegments, onlyExpungeDeletes, flush: params.flush };
    return { target, merge, primaryOnly: params.primary_only, waits: params.wait_for_completion };
  },
  handle: ({ target, merge, primaryOnly, waits }, actors, context) => {
    const indices = targetIndices(actors, context, target, MANAGES);
    checkBlocks(actors.masterService.state(), indices, { level: 'metadata_write' });
    const run = async (signal: AbortSignal) => {
      const options = { ...context, signal, primariesOnly: primaryOnly };
      const result = await actors.shardRouter.broadcast('force_merge', indices, merge, options);
      return broadcastReply(result);
    };
    if (!waits) {
      const { maxNumSegments, onlyExpungeDeletes, flush } = merge;
      const description = `Force-merge indices [${indices.join(', ')}], maxSegments[${maxNumSegments ?? -1}], onlyExpungeDeletes[${onlyExpungeDeletes}], flush[${flush}], primaryOnly[${primaryOnly}]`;
      return inBackground(actors, context, { action: FORCE_MERGE, description, run });
    }
    const both = merge.onlyExpungeDeletes && merge.maxNumSegments !== undefined;
    return run(context.signal).then((reply) =>
      both ? { ...reply, headers: { warning: BOTH_GIVEN } } : reply,
    );
  },
});

const FORCE_MERGE = 'indices:admin/forcemerge';

/** Warning header of RFC 7234 §5.5: code, agent, quoted text. */
const BOTH_GIVEN =
  '299 Skein "setting only_expunge_deletes and max_num_segments at the same time is deprecated and will be rejected in a future version"';
