/** The parameters and the request of the endpoints that store one document. */

import {
  booleanParam,
  orDefault,
  type ParamValues,
  type RequestBody,
  stringParam,
} from '@skein/http';
import { plainWrite } from '../../document_router/mod.js';
import type { RoutedWrite } from '../../shard_host/mod.js';
import { requiredJsonBytes } from '../json_bytes.js';
import { refuse, writeProblems } from './validate_write.js';
import { SEQ_NO_PARAMS, VERSION_PARAMS, WRITE_PARAMS } from './write_params.js';

export const STORE_PARAMS = {
  ...WRITE_PARAMS,
  ...VERSION_PARAMS,
  ...SEQ_NO_PARAMS,
  pipeline: stringParam,
  require_alias: orDefault(booleanParam, false),
} as const;

type Target = Pick<RoutedWrite, 'op' | 'index' | 'id'> & Partial<Pick<RoutedWrite, 'autoId'>>;

export function storedDocument(
  target: Target,
  params: ParamValues<typeof STORE_PARAMS>,
  body: RequestBody,
): RoutedWrite {
  const write = plainWrite({
    ...target,
    body: requiredJsonBytes(body),
    routing: params.routing,
    version: params.version,
    versionType: params.version_type,
    ifSeqNo: params.if_seq_no,
    ifPrimaryTerm: params.if_primary_term,
    requireAlias: params.require_alias,
    pipeline: params.pipeline,
  });
  refuse(writeProblems(write));
  return write;
}
