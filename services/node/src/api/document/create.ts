/** `PUT|POST /{index}/_create/{id}`: stores a document that must not exist. */
import { defineEndpoint } from '../endpoint.js';
import { singleWrite } from './single_write.js';
import { STORE_PARAMS, storedDocument } from './store_document.js';
import { writeOptions } from './write_params.js';

export const create = defineEndpoint({
  id: 'create',
  shape: 'document',
  routes: ['PUT /{index}/_create/{id}', 'POST /{index}/_create/{id}'],
  params: STORE_PARAMS,
  body: 'json',
  staysBytes: true,
  privilege: 'indices:write',
  parse: ({ pathParams, params, body }) => {
    const { index = '', id = '' } = pathParams;
    return { write: storedDocument({ op: 'create', index, id }, params, body), params };
  },
  handle: ({ write, params }, actors, context) =>
    singleWrite(actors, write, { ...writeOptions(params, context), typed: context.typed }),
});
