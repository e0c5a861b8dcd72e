/**
 * `POST /{index}/_update_by_query`: rewrites the documents that a query finds, unchanged or changed
 * by a script.
 */
import { stringParam } from '@skein/http';
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
    const given = { index: pathParams.index, params, body };
    const { request, wait } = readByQuery('update_by_query', given, OWN_KEYS);
    return { request: { ...request, pipeline: params.pipeline }, wait };
  },
  handle: answerByScroll,
});
