/** `PUT|POST /{index}/_doc/{id}`, `POST /{index}/_doc`: stores a document. */
import { enumParam } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';
import { singleWrite } from './single_write.js';
import { STORE_PARAMS, storedDocument } from './store_document.js';
import { writeOptions } from './write_params.js';

export const index = defineEndpoint({
  id: 'index',
  shape: 'document',
  routes: ['PUT /{index}/_doc/{id}', 'POST /{index}/_doc/{id}', 'POST /{index}/_doc'],
  params: {
    ...STORE_PARAMS,
    op_type: enumParam(
      ['index', 'create'],
      (_name, text) => `opType must be 'create' or 'index', found: [${text}]`,
    ),
  },
  body: 'json',
  staysBytes: true,
  privilege: 'indices:write',
  parse: ({ pathParams, params, body }) => {
    const { id } = pathParams;
    const target = {
      // A document with a generated id is new, and data streams accept only new ones.
      op: params.op_type ?? (id === undefined ? 'create' : 'index'),
      index: pathParams.index ?? '',
      id: id ?? '',
      autoId: id === undefined,
    } as const;
    return { write: storedDocument(target, params, body), params };
  },
  handle: ({ write, params }, actors, context) =>
    singleWrite(actors, write, { ...writeOptions(params, context), typed: context.typed }),
});
