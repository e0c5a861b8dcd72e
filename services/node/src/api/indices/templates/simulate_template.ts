/**
 * `POST /_index_template/_simulate`, `POST /_index_template/_simulate/{name}`: the result of an
 * existing template, or of one in the body.
 */
import { inSlices } from '@skein/base';
import { withIndexTemplate } from '@skein/cluster';
import { ApiError } from '@skein/errors';
import { jsonReply } from '@skein/http';
import { defineEndpoint } from '../../endpoint.js';
import { bodyTemplate, simulated } from '../../templates/simulate.js';
import { SIMULATE_TEMPLATE_PARAMS } from '../../templates/template_params.js';

export const simulate_template = defineEndpoint({
  id: 'indices.simulate_template',
  shape: 'local',
  routes: ['POST /_index_template/_simulate', 'POST /_index_template/_simulate/{name}'],
  params: SIMULATE_TEMPLATE_PARAMS,
  body: 'json',
  privilege: 'cluster:monitor',
  parse: ({ pathParams: { name }, params, body }) => {
    const template = bodyTemplate(name ?? 'simulate_template', body);
    if (template === undefined && name === undefined) {
      const reason =
        'Validation Failed: 1: either index name or index template body must be specified for simulation;';
      throw new ApiError('action_request_validation_exception', reason);
    }
    return { name: name ?? '', template, create: params.create };
  },
  handle: async ({ name, template, create }, { masterService }, { turns }) => {
    const now = masterService.state();
    if (template !== undefined) {
      const state = await inSlices(withIndexTemplate(now, { template, create }), turns);
      return jsonReply(await simulated(state, template, turns));
    }
    const existing = now.metadata.indexTemplates.get(name);
    if (existing !== undefined) return jsonReply(await simulated(now, existing, turns));
    const reason = `unable to simulate template [${name}] that does not exist`;
    throw new ApiError('illegal_argument_exception', reason);
  },
});
