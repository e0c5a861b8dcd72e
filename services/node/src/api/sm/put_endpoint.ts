/**
 * The two endpoints that store a snapshot management policy: create one, or replace the version
 * given by `if_seq_no`.
 */
import { requireSnapshotPolicy } from '@skein/cluster';
import type { JsonObject } from '@skein/content';
import { integerParam, jsonReply, type RequestBody } from '@skein/http';
import { policyDues, readSnapshotPolicy, SM_ANSWER_FIELDS } from '@skein/lifecycle';
import { encodeOwner } from '../../security/owner.js';
import { MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint, type Endpoint } from '../endpoint.js';
import { checkTerm } from '../policy_body.js';
import { checkPolicyName } from './check_policy_name.js';
import { documentJson, smPolicyJson } from './sm_policy_json.js';

export function putEndpoint({
  id,
  method,
}: {
  readonly id: string;
  readonly method: 'POST' | 'PUT';
}): Endpoint {
  return defineEndpoint({
    id,
    shape: 'master',
    routes: [`${method} /_plugins/_sm/policies/{policy_name}`],
    params: { ...MASTER_PARAMS, if_seq_no: integerParam, if_primary_term: integerParam },
    body: 'json',
    privilege: 'snapshots:manage',
    parse: ({ pathParams, params, body }) => {
      const name = pathParams.policy_name ?? '';
      checkPolicyName(name);
      const source = sourceOf(body);
      readSnapshotPolicy('sm', source);
      const { if_seq_no: seqNo, if_primary_term: term } = params;
      checkTerm(`${name}-sm-policy`, seqNo, term);
      const expected = method === 'POST' ? 'new' : (seqNo ?? 'new');
      return { name, source, expected, options: submitOptions(params) } as const;
    },
    handle: async ({ name, source, expected, options }, { masterService }, context) => {
      const dues = policyDues(readSnapshotPolicy('sm', source), context.nowMs);
      const owner = encodeOwner(context.identity);
      const isEnabled = source.enabled !== false && source.enabled !== 'false';
      const request = { dialect: 'sm', name, source, owner, isEnabled, dues, expected } as const;
      await masterService.submit('put_snapshot_policy', request, options);
      const record = requireSnapshotPolicy(masterService.state(), 'sm', name);
      const body = { ...documentJson(record), sm_policy: smPolicyJson(record) };
      return jsonReply(body, record.version === 1 ? 201 : 200);
    },
  });
}

/** The body without fields that only responses have. */
function sourceOf(body: RequestBody): JsonObject {
  const given = Object.entries(body.requiredObject());
  const fields = given.flatMap(([name, value]) =>
    value === undefined || SM_ANSWER_FIELDS.includes(name) ? [] : [[name, value] as const],
  );
  return Object.fromEntries(fields);
}
