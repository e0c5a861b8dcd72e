/** `POST /{index}/_update_by_query`: writes the documents a query finds again, as they are or as a script makes them. */
import { stringParam } from '@skein/http';
import { unknownPipeline } from '../document/write_params.js';
import { defineEndpoint } from '../endpoint.js';
import { answerByScroll, BY_QUERY_PARAMS, readByQuery } from './by_query.js';

const OWN_KEYS: ReadonlySet<string> = new Set(['conflicts', 'script', 'max_docs']);

export const update_by_query = defineEndpoint({
  id: 'update_by_query',
  shape: 'document',
  routes: ['POST /{index}/_update_by_query'],
  params: { ...BY_QUERY_PARAMS, pipeline: stringParam },
  body: 'json',
  sourceParam: true,
  privilege: { everyOf: ['indices:read', 'indices:write'] },
  parse: ({ pathParams, params, body }) => {
    const { pipeline } = params;
    if (pipeline !== undefined && pipeline !== '_none') throw unknownPipeline(pipeline);
    return readByQuery('update_by_query', { index: pathParams.index, params, body }, OWN_KEYS);
  },
  handle: answerByScroll,
});
