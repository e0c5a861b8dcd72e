/** `PUT /_component_template/{name}` */
import { acknowledged } from '@skein/http';
import { submitOptions } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { locatedBody } from '../search/search_body.js';
import { readComponent } from '../templates/read_template.js';
import { PUT_TEMPLATE_PARAMS } from '../templates/template_params.js';

export const put_component_template = defineEndpoint({
  id: 'cluster.put_component_template',
  shape: 'master',
  routes: ['PUT /_component_template/{name}', 'POST /_component_template/{name}'],
  params: PUT_TEMPLATE_PARAMS,
  body: 'json',
  privilege: 'templates:manage',
  parse: ({ pathParams, params, body }) => {
    body.requiredObject();
    return {
      component: readComponent(pathParams.name ?? '', locatedBody(body)),
      create: params.create,
      options: submitOptions(params),
    };
  },
  handle: async ({ component, create, options }, { masterService }) => {
    const request = { component, create };
    const outcome = await masterService.submit('put_component_template', request, options);
    return acknowledged({}, outcome.acknowledged);
  },
});
