/** Requests that policies of several dialects share: bodies, expected versions, pages. */
import { isJsonObject, type JsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import {
  integerParam,
  jsonReply,
  orDefault,
  type Param,
  type Reply,
  type RequestBody,
} from '@skein/http';

/**
 * The unparsed policy of `{"policy": {…}}`. Throws illegal_argument_exception if the body contains
 * anything else.
 */
export function policySource(body: RequestBody): JsonObject {
  const { policy: source, ...others } = body.requiredObject();
  if (isJsonObject(source) && Object.keys(others).length === 0) return source;
  throw new ApiError('illegal_argument_exception', 'the body must have [policy] alone');
}

/**
 * Checks `if_seq_no` and `if_primary_term`. Policies are treated as documents of a shard with
 * primary term 1. `document`: the document's id, for the error.
 */
export function checkTerm(
  document: string,
  seqNo: number | undefined,
  term: number | undefined,
): void {
  if ((seqNo === undefined) !== (term === undefined)) {
    const missing = seqNo === undefined ? 'if_seq_no' : 'if_primary_term';
    const reason = `[if_seq_no] and [if_primary_term] belong together: [${missing}] is missing`;
    throw new ApiError('illegal_argument_exception', reason);
  }
  if (term === undefined || term === 1) return;
  const reason = `[${document}]: version conflict, required seqNo [${seqNo}], primary term [${term}]`;
  throw new ApiError('version_conflict_engine_exception', reason);
}

/** A number that is not negative. */
const countParam: Param<number | undefined> = {
  ...integerParam,
  parse: (name, text) => {
    const value = integerParam.parse(name, text);
    if (value === undefined || value >= 0) return value;
    const reason = `[${name}] parameter cannot be negative, found [${value}]`;
    throw new ApiError('illegal_argument_exception', reason);
  },
};

export const PAGE_PARAMS = { size: orDefault(countParam, 20), from: orDefault(countParam, 0) };

/** The index in which OpenSearch stores policies, named in responses. */
const CONFIG_INDEX = '.opendistro-ism-config';

/** The response to the deletion of a policy: that of OpenSearch's document about it. */
export function deletedPolicy(document: JsonObject): Reply {
  return jsonReply({
    _index: CONFIG_INDEX,
    ...document,
    result: 'deleted',
    forced_refresh: true,
    _shards: { total: 1, successful: 1, failed: 0 },
  });
}
