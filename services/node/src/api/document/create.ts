/** `PUT|POST /{index}/_create/{id}`: stores a document that must not exist. */
import { booleanParam, orDefault, stringParam } from '@skein/http';
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

export const create = defineEndpoint({
  id: 'create',
  shape: 'document',
  routes: ['PUT /{index}/_create/{id}', 'POST /{index}/_create/{id}'],
  params: {
    ...WRITE_PARAMS,
    ...VERSION_PARAMS,
    ...SEQ_NO_PARAMS,
    pipeline: stringParam,
    require_alias: orDefault(booleanParam, false),
  },
  body: 'json',
  staysBytes: true,
  privilege: 'indices:write',
  parse: ({ pathParams, params, body }) => {
    const write = plainWrite({
      op: 'create',
      index: pathParams.index ?? '',
      id: pathParams.id ?? '',
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
