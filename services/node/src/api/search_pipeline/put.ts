/** `PUT /_search/pipeline/{id}`: stores a search pipeline. */
import { acknowledged } from '@skein/http';
import { checkSearchPipeline } from '@skein/search';
import { MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';

export const put = defineEndpoint({
  id: 'search_pipeline.put',
  shape: 'master',
  routes: ['PUT /_search/pipeline/{id}'],
  params: MASTER_PARAMS,
  body: 'json',
  sourceParam: true,
  privilege: 'pipelines:manage',
  parse: ({ pathParams, params, body }) => {
    body.required();
    return {
      id: pathParams.id ?? '',
      source: body.object() ?? {},
      options: submitOptions(params),
    };
  },
  handle: async ({ id, source, options }, { masterService }) => {
    checkSearchPipeline(id, source);
    const outcome = await masterService.submit('put_search_pipeline', { id, source }, options);
    return acknowledged({}, outcome.acknowledged);
  },
});
