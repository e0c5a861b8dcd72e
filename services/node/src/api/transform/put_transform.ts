/** `PUT /_transform/{transform_id}`: creates a transform without starting it. */
import { acknowledged, booleanParam, orDefault } from '@skein/http';
import { encodeOwner } from '../../security/owner.js';
import { MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { checkId, givenTransform } from './read_body.js';

export const put_transform = defineEndpoint({
  id: 'transform.put_transform',
  shape: 'master',
  routes: ['PUT /_transform/{transform_id}'],
  params: { ...MASTER_PARAMS, defer_validation: orDefault(booleanParam, false) },
  body: 'json',
  privilege: { everyOf: ['cluster:manage', 'indices:read', 'indices:write'] },
  parse: ({ pathParams, params, body }) => {
    const id = pathParams.transform_id ?? '';
    checkId(id);
    const isChecked = !params.defer_validation;
    return { id, ...givenTransform(body, id), isChecked, options: submitOptions(params) };
  },
  handle: async ({ id, source, transform, isChecked, options }, actors, context) => {
    const { masterService, transforms } = actors;
    if (isChecked) await transforms.check(transform, context);
    const owner = encodeOwner(context.identity);
    const request = { id, source, owner };
    const outcome = await masterService.submit('put_transform', request, options);
    return acknowledged({}, outcome.acknowledged);
  },
});
