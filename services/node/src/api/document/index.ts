/** `PUT|POST /{index}/_doc/{id}`, `POST /{index}/_doc`: stores a document. */
import { booleanParam, enumParam, orDefault, stringParam } from '@skein/http';
import { plainWrite } from '../../document_router/mod.js';
import { defineEndpoint } from '../endpoint.js';
import { singleWrite } from './single_write.js';
import { refuse, writeProblems } from './validate_write.js';
import {
  documentBytes,
  SEQ_NO_PARAMS,
  VERSION_PARAMS,
  WRITE_PARAMS,
  writeOptions,
} from './write_params.js';

export const index = defineEndpoint({
  id: 'index',
  shape: 'document',
  routes: ['PUT /{index}/_doc/{id}', 'POST /{index}/_doc/{id}', 'POST /{index}/_doc'],
  params: {
    ...WRITE_PARAMS,
    ...VERSION_PARAMS,
    ...SEQ_NO_PARAMS,
    op_type: enumParam(
      ['index', 'create'],
      (_name, text) => `opType must be 'create' or 'index', found: [${text}]`,
    ),
    pipeline: stringParam,
    require_alias: orDefault(booleanParam, false),
  },
  body: 'json',
  staysBytes: true,
  privilege: 'indices:write',
  parse: ({ pathParams, params, body }) => {
    const { id } = pathParams;
    const write = plainWrite({
      // A document with a generated id is new, and data streams accept only new ones.
      op: params.op_type ?? (id === undefined ? 'create' : 'index'),
      index: pathParams.index ?? '',
      id: id ?? '',
      autoId: id === undefined,
      body: documentBytes(body),
      routing: params.routing,
      version: params.version,
      versionType: params.version_type,
      ifSeqNo: params.if_seq_no,
      ifPrimaryTerm: params.if_primary_term,
      requireAlias: params.require_alias,
      pipeline: params.pipeline,
    });
    refuse(writeProblems(write));
    return { write, params };
  },
  handle: ({ write, params }, actors, context) =>
    singleWrite(actors, write, { ...writeOptions(params, context), typed: context.typed }),
});
