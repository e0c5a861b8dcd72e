/** `PUT /{index}/_block/{block}`: sets a block, and returns the indices that have it. */
import { INDICES_OPTIONS } from '@skein/cluster';
import { ApiError } from '@skein/errors';
import { acknowledged } from '@skein/http';
import { INDEX_EXPRESSION_PARAMS, MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { indexExpression, MANAGES, named, targetIndices } from './index_targets.js';

const BLOCKS = ['read_only', 'read', 'write', 'metadata'];

export const add_block = defineEndpoint({
  id: 'indices.add_block',
  shape: 'master',
  routes: ['PUT /{index}/_block/{block}'],
  params: { ...MASTER_PARAMS, ...INDEX_EXPRESSION_PARAMS },
  body: 'none',
  privilege: 'indices:manage',
  parse: ({ pathParams, params }) => ({
    target: named(indexExpression(pathParams.index, params, INDICES_OPTIONS.plainIndices)),
    block: checkBlock(pathParams.block ?? ''),
    options: submitOptions(params),
  }),
  handle: async ({ target, block, options }, actors, context) => {
    const indices = targetIndices(actors, context, target, MANAGES);
    const settings = new Map([[`index.blocks.${block}`, 'true']]);
    const request = { indices, settings, preserveExisting: false };
    await actors.masterService.submit('update_index_settings', request, options);
    const blocked = indices.map((name) => ({ name, blocked: true }));
    // As in OpenSearch, the change is acknowledged once it is committed.
    return acknowledged({ shards_acknowledged: true, indices: blocked });
  },
});

function checkBlock(block: string): string {
  if (BLOCKS.includes(block)) return block;
  throw new ApiError('illegal_argument_exception', `No block found with name ${block}`);
}
