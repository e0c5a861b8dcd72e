/** `DELETE /{index}/_doc/{id}`: removes a document. */
import { plainWrite } from '../../document_router/mod.js';
import { defineEndpoint } from '../endpoint.js';
import { singleWrite } from './single_write.js';
import { refuse, writeProblems } from './validate_write.js';
import { SEQ_NO_PARAMS, VERSION_PARAMS, WRITE_PARAMS, writeOptions } from './write_params.js';

export const delete_ = defineEndpoint({
  id: 'delete',
  shape: 'document',
  routes: ['DELETE /{index}/_doc/{id}'],
  params: { ...WRITE_PARAMS, ...VERSION_PARAMS, ...SEQ_NO_PARAMS },
  body: 'none',
  privilege: 'indices:write',
  parse: ({ pathParams, params }) => {
    const write = plainWrite({
      op: 'delete',
      index: pathParams.index ?? '',
      id: pathParams.id ?? '',
      body: undefined,
      routing: params.routing,
      version: params.version,
      versionType: params.version_type,
      ifSeqNo: params.if_seq_no,
      ifPrimaryTerm: params.if_primary_term,
    });
    refuse(writeProblems(write));
    return { write, params };
  },
  handle: ({ write, params }, actors, context) =>
    singleWrite(actors, write, { ...writeOptions(params, context), typed: context.typed }),
});
