/**
 * `POST /_index_template/_simulate_index/{name}`: the initial settings, mappings and aliases of an
 * index with that name, optionally with a template in the body.
 */
import { inSlices } from '@skein/base';
import { chosenTemplate, withIndexTemplate } from '@skein/cluster';
import { jsonReply } from '@skein/http';
import { defineEndpoint } from '../../endpoint.js';
import { bodyTemplate, simulated } from '../../templates/simulate.js';
import { SIMULATE_TEMPLATE_PARAMS } from '../../templates/template_params.js';

export const simulate_index_template = defineEndpoint({
  id: 'indices.simulate_index_template',
  shape: 'local',
  routes: ['POST /_index_template/_simulate_index/{name}'],
  params: SIMULATE_TEMPLATE_PARAMS,
  body: 'json',
  privilege: 'cluster:monitor',
  parse: ({ pathParams, params, body }) => ({
    index: pathParams.name ?? '',
    template: bodyTemplate('simulate_index_template', body),
    create: params.create,
  }),
  handle: async ({ index, template, create }, { masterService }, { turns }) => {
    const now = masterService.state();
    const state =
      template === undefined
        ? now
        : await inSlices(withIndexTemplate(now, { template, create }), turns);
    const chosen = chosenTemplate(state, index);
    return jsonReply(chosen === undefined ? {} : await simulated(state, chosen, turns));
  },
});
