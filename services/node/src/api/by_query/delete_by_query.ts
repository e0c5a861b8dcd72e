/** `POST /{index}/_delete_by_query`: deletes the documents a query finds. */
import { defineEndpoint } from '../endpoint.js';
import { answerByScroll, BY_QUERY_PARAMS, readByQuery } from './by_query.js';

const OWN_KEYS: ReadonlySet<string> = new Set(['conflicts', 'max_docs']);

export const delete_by_query = defineEndpoint({
  id: 'delete_by_query',
  shape: 'document',
  routes: ['POST /{index}/_delete_by_query'],
  params: BY_QUERY_PARAMS,
  body: 'json',
  sourceParam: true,
  privilege: { everyOf: ['indices:read', 'indices:write'] },
  parse: ({ pathParams, params, body }) =>
    readByQuery('delete_by_query', { index: pathParams.index, params, body }, OWN_KEYS),
  handle: answerByScroll,
});
