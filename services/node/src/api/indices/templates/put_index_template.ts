/** `PUT /_index_template/{name}` */
import { acknowledged } from '@skein/http';
import { submitOptions } from '../../common_params.js';
import { defineEndpoint } from '../../endpoint.js';
import { locatedBody } from '../../search/search_body.js';
import { composableWarning } from '../../templates/overlap_warning.js';
import { readComposable } from '../../templates/read_template.js';
import { PUT_TEMPLATE_PARAMS } from '../../templates/template_params.js';

export const put_index_template = defineEndpoint({
  id: 'indices.put_index_template',
  shape: 'master',
  routes: ['PUT /_index_template/{name}', 'POST /_index_template/{name}'],
  params: PUT_TEMPLATE_PARAMS,
  body: 'json',
  privilege: 'templates:manage',
  parse: ({ pathParams, params, body }) => {
    body.requiredObject();
    return {
      template: readComposable(pathParams.name ?? '', locatedBody(body)),
      create: params.create,
      options: submitOptions(params),
    };
  },
  handle: async ({ template, create, options }, { masterService }) => {
    const request = { template, create };
    const outcome = await masterService.submit('put_index_template', request, options);
    const headers = composableWarning(masterService.state(), template);
    return { ...acknowledged({}, outcome.acknowledged), headers };
  },
});
