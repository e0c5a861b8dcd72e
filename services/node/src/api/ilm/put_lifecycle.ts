/** `PUT /_ilm/policy/{policy}`: creates or replaces an ILM policy. */
import { ApiError } from '@skein/errors';
import { acknowledged } from '@skein/http';
import { readPolicy } from '@skein/lifecycle';
import { MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { policySource } from '../policy_body.js';

/** The characters of index names, except those that separate names. */
const NAME = /^[^_,\s][^,\s]*$/;

export const put_lifecycle = defineEndpoint({
  id: 'ilm.put_lifecycle',
  shape: 'master',
  routes: ['PUT /_ilm/policy/{policy}'],
  params: MASTER_PARAMS,
  body: 'json',
  privilege: 'cluster:manage',
  parse: ({ pathParams, params, body }) => {
    const source = policySource(body);
    const id = pathParams.policy ?? '';
    if (!NAME.test(id) || id.length > 255) {
      const reason = `invalid policy name [${id}]: must not contain ',' or spaces, nor start with '_'`;
      throw new ApiError('illegal_argument_exception', reason);
    }
    readPolicy('ilm', source);
    return { id, source, options: submitOptions(params) };
  },
  handle: async ({ id, source, options }, { masterService }) => {
    const request = { dialect: 'ilm', id, source, mustBeNew: false } as const;
    const outcome = await masterService.submit('put_lifecycle_policy', request, options);
    return acknowledged({}, outcome.acknowledged);
  },
});
