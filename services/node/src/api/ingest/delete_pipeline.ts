/** `DELETE /_ingest/pipeline/{id}`: a pipeline, or all that a pattern finds. */
import { acknowledged } from '@skein/http';
import { MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';

export const delete_pipeline = defineEndpoint({
  id: 'ingest.delete_pipeline',
  shape: 'master',
  routes: ['DELETE /_ingest/pipeline/{id}'],
  params: MASTER_PARAMS,
  body: 'none',
  privilege: 'pipelines:manage',
  parse: ({ pathParams, params }) => ({
    pattern: pathParams.id ?? '',
    options: submitOptions(params),
  }),
  handle: async ({ pattern, options }, { masterService }) => {
    const outcome = await masterService.submit('delete_pipeline', { pattern }, options);
    return acknowledged({}, outcome.acknowledged);
  },
});
