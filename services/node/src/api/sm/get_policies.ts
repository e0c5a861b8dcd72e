/** `GET /_plugins/_sm/policies`: a page of the policies. */
import { simpleMatch } from '@skein/base';
import type { SnapshotPolicyRecord } from '@skein/cluster';
import { enumParam, jsonReply, orDefault, stringParam } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';
import { PAGE_PARAMS } from '../policy_body.js';
import { SEES_SNAPSHOTS } from '../snapshot/snapshot_privileges.js';
import { documentId, smPolicyJson } from './sm_policy_json.js';

/** The fields by which pages can be sorted. */
const SORTED_BY: Readonly<Record<string, (record: SnapshotPolicyRecord) => number | string>> = {
  'sm_policy.name': ({ name }) => name,
  'sm_policy.last_updated_time': ({ updatedMs }) => updatedMs,
  'sm_policy.enabled_time': ({ enabledMs }) => enabledMs ?? 0,
};
const FIELDS = Object.keys(SORTED_BY);
const [BY_NAME = ''] = FIELDS;

export const get_policies = defineEndpoint({
  id: 'sm.get_policies',
  shape: 'local',
  routes: ['GET /_plugins/_sm/policies'],
  params: {
    ...PAGE_PARAMS,
    sortField: orDefault(
      enumParam(FIELDS, (name, text) => `[${name}] must be one of ${FIELDS} but was [${text}]`),
      BY_NAME,
    ),
    sortOrder: orDefault(
      enumParam(['asc', 'desc'], (name, text) => `[${name}] must be asc or desc but was [${text}]`),
      'asc',
    ),
    /** A pattern of names. */
    queryString: orDefault(stringParam, '*'),
  },
  body: 'none',
  privilege: SEES_SNAPSHOTS,
  parse: ({ params }) => params,
  handle: ({ size, from, sortField, sortOrder, queryString }, { masterService }) => {
    const { snapshotPolicies } = masterService.state().metadata;
    const found = [...snapshotPolicies.values()].filter(
      ({ dialect, name }) => dialect === 'sm' && simpleMatch(queryString, name),
    );
    const key = SORTED_BY[sortField] ?? (() => 0);
    const sign = sortOrder === 'asc' ? 1 : -1;
    found.sort((a, b) => (key(a) < key(b) ? -sign : sign));
    return jsonReply({
      policies: found.slice(from, from + size).map((record) => ({
        _id: documentId(record.name),
        _seq_no: record.seqNo,
        _primary_term: 1,
        sm_policy: smPolicyJson(record),
      })),
      total_policies: found.length,
    });
  },
});
