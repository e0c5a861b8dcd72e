/** `PUT /{index}/_mapping` */
import {
  type ClusterState,
  INDICES_OPTIONS,
  indexLookup,
  type PutMappingRequest,
} from '@skein/cluster';
import { ApiError } from '@skein/errors';
import { acknowledged, booleanParam, orDefault } from '@skein/http';
import { INDEX_EXPRESSION_PARAMS, MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { untyped } from './create.js';
import { indexExpression, MANAGES, targetIndices } from './index_targets.js';

export const put_mapping = defineEndpoint({
  id: 'indices.put_mapping',
  shape: 'master',
  routes: [
    'PUT /{index}/_mapping',
    'POST /{index}/_mapping',
    'PUT /{index}/_mappings',
    'POST /{index}/_mappings',
  ],
  params: {
    ...MASTER_PARAMS,
    ...INDEX_EXPRESSION_PARAMS,
    write_index_only: orDefault(booleanParam, false),
  },
  body: 'json',
  privilege: 'indices:manage',
  parse: ({ pathParams, params, body }) => ({
    target: indexExpression(pathParams.index, params, INDICES_OPTIONS.changeOpenClosed),
    mapping: untyped(body.requiredObject(), 'Types cannot be provided in put mapping requests'),
    writeIndexOnly: params.write_index_only,
    options: submitOptions(params),
  }),
  handle: async ({ target, mapping, writeIndexOnly, options }, actors, context) => {
    const { masterService } = actors;
    if (writeIndexOnly) targetIndices(actors, context, target, MANAGES);
    const expressions = writeIndexOnly
      ? target.expressions.map((name) => writeIndexName(masterService.state(), name))
      : target.expressions;
    const indices = targetIndices(actors, context, { ...target, expressions }, MANAGES);
    const request: PutMappingRequest = { indices, mapping };
    const outcome = await masterService.submit('put_mapping', request, options);
    return acknowledged({}, outcome.acknowledged);
  },
});

/** With `write_index_only`, a name stands for the index to which writes to that name go. */
function writeIndexName(state: ClusterState, name: string): string {
  const target = indexLookup(state).get(name);
  if (target?.kind === 'data_stream') return target.indices.at(-1)?.name ?? name;
  if (target?.kind !== 'alias') return name;
  const [only] = target.indices;
  const writer =
    target.indices.find((index) => index.aliases.get(name)?.isWriteIndex === true) ??
    (target.indices.length === 1 ? only : undefined);
  if (writer) return writer.name;
  throw new ApiError(
    'illegal_argument_exception',
    `The index expression [${name}] and options provided did not point to a single write-index`,
  );
}
