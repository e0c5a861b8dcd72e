/** `POST /{index}/_update/{id}`: merges a partial document into a document, or creates it. */

import { encodeJson } from '@skein/content';
import { booleanParam, integerParam, orDefault } from '@skein/http';
import { parseUpdateBody, validateUpdate } from '@skein/shard';
import { plainWrite } from '../../document_router/mod.js';
import { defineEndpoint } from '../endpoint.js';
import { singleWrite } from './single_write.js';
import { refuse, writeProblems } from './validate_write.js';
import {
  SEQ_NO_PARAMS,
  SOURCE_PARAMS,
  sourceFilter,
  VERSION_PARAMS,
  WRITE_PARAMS,
  writeOptions,
} from './write_params.js';

const NO_UPDATE = encodeJson({});

export const update = defineEndpoint({
  id: 'update',
  shape: 'document',
  routes: ['POST /{index}/_update/{id}'],
  params: {
    ...WRITE_PARAMS,
    ...VERSION_PARAMS,
    ...SEQ_NO_PARAMS,
    ...SOURCE_PARAMS,
    require_alias: orDefault(booleanParam, false),
    retry_on_conflict: orDefault(integerParam, 0),
    doc_as_upsert: booleanParam,
  },
  body: 'json',
  staysBytes: true,
  privilege: 'indices:write',
  parse: ({ pathParams, params, body }) => {
    const bytes = body.format === 'json' ? body.bytes : encodeJson(body.value() ?? null);
    const update = parseUpdateBody(body.present ? bytes : NO_UPDATE);
    const docAsUpsert = params.doc_as_upsert;
    validateUpdate(update, { docAsUpsert, ifSeqNo: params.if_seq_no });
    const write = plainWrite({
      op: 'update',
      index: pathParams.index ?? '',
      id: pathParams.id ?? '',
      body: bytes,
      routing: params.routing,
      version: params.version,
      versionType: params.version_type,
      ifSeqNo: params.if_seq_no ?? update.ifSeqNo,
      ifPrimaryTerm: params.if_primary_term ?? update.ifPrimaryTerm,
      requireAlias: params.require_alias,
      retryOnConflict: params.retry_on_conflict,
      fetchSource: sourceFilter(params),
      docAsUpsert,
    });
    refuse(writeProblems(write));
    return { write, params };
  },
  handle: ({ write, params }, actors, context) =>
    singleWrite(actors, write, { ...writeOptions(params, context), typed: context.typed }),
});
