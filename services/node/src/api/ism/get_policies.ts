/** `GET /_plugins/_ism/policies`: a page of the policies. */
import { simpleMatch } from '@skein/base';
import type { LifecyclePolicy } from '@skein/cluster';
import { enumParam, jsonReply, orDefault, stringParam } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';
import { PAGE_PARAMS } from '../policy_body.js';
import { policyJson, storedJson } from './policy_json.js';
import { ISM_ROUTES } from './routes.js';

/** The fields by which pages can be sorted. */
const SORTED_BY: Readonly<Record<string, (policy: LifecyclePolicy) => number | string>> = {
  'policy.policy_id.keyword': ({ id }) => id,
  'policy.policy.policy_id.keyword': ({ id }) => id,
  'policy.last_updated_time': ({ updatedMs }) => updatedMs,
  'policy.policy.last_updated_time': ({ updatedMs }) => updatedMs,
};
const FIELDS = Object.keys(SORTED_BY);
const [BY_ID = ''] = FIELDS;

export const get_policies = defineEndpoint({
  id: 'ism.get_policies',
  shape: 'local',
  routes: ISM_ROUTES('GET', 'policies'),
  params: {
    ...PAGE_PARAMS,
    sortField: orDefault(
      enumParam(FIELDS, (name, text) => `[${name}] must be one of ${FIELDS} but was [${text}]`),
      BY_ID,
    ),
    sortOrder: orDefault(
      enumParam(['asc', 'desc'], (name, text) => `[${name}] must be asc or desc but was [${text}]`),
      'asc',
    ),
    /** A pattern of ids. */
    queryString: orDefault(stringParam, '*'),
  },
  body: 'none',
  privilege: 'cluster:monitor',
  parse: ({ params }) => params,
  handle: ({ size, from, sortField, sortOrder, queryString }, { masterService }) => {
    const { lifecyclePolicies } = masterService.state().metadata;
    const found = [...lifecyclePolicies.values()].filter(
      ({ dialect, id }) => dialect === 'ism' && simpleMatch(queryString, id),
    );
    const key = SORTED_BY[sortField] ?? (() => 0);
    const sign = sortOrder === 'asc' ? 1 : -1;
    found.sort((a, b) => (key(a) < key(b) ? -sign : sign));
    const page = found.slice(from, from + size);
    return jsonReply({
      policies: page.map((policy) => ({ ...storedJson(policy), policy: policyJson(policy) })),
      total_policies: found.length,
    });
  },
});
