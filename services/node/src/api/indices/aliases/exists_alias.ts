/** `HEAD /_alias/{name}`, `HEAD /{index}/_alias/{name}` */
import { INDICES_OPTIONS, requireIndex } from '@skein/cluster';
import { emptyReply, splitList } from '@skein/http';
import { INDEX_EXPRESSION_PARAMS, LOCAL_PARAM } from '../../common_params.js';
import { defineEndpoint } from '../../endpoint.js';
import { existsReply } from '../exists_reply.js';
import { indexExpression, READS_METADATA, shownIndices } from '../index_targets.js';
import { selectAliases } from './alias_selection.js';

export const exists_alias = defineEndpoint({
  id: 'indices.exists_alias',
  shape: 'local',
  routes: ['HEAD /_alias/{name}', 'HEAD /{index}/_alias/{name}'],
  params: { ...INDEX_EXPRESSION_PARAMS, ...LOCAL_PARAM },
  body: 'none',
  privilege: { anyOf: READS_METADATA },
  parse: ({ pathParams, params }) => ({
    target: indexExpression(pathParams.index, params, INDICES_OPTIONS.readAliases),
    names: splitList(pathParams.name ?? ''),
  }),
  handle: ({ target, names }, actors, context) =>
    existsReply(() => {
      const state = actors.masterService.state();
      const indices = shownIndices(actors, context, target, READS_METADATA);
      const found = indices.some(
        (name) => selectAliases(requireIndex(state, name), names).length > 0,
      );
      return emptyReply(found ? 200 : 404);
    }),
});
