/** `PUT /_ingest/pipeline/{id}`: stores a pipeline after a thread has validated it. */
import { acknowledged } from '@skein/http';
import { MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { requiredJsonBytes } from '../json_bytes.js';

export const put_pipeline = defineEndpoint({
  id: 'ingest.put_pipeline',
  shape: 'master',
  routes: ['PUT /_ingest/pipeline/{id}'],
  params: MASTER_PARAMS,
  body: 'json',
  sourceParam: true,
  privilege: 'pipelines:manage',
  parse: ({ pathParams, params, body }) => ({
    id: pathParams.id ?? '',
    bytes: requiredJsonBytes(body),
    options: submitOptions(params),
  }),
  handle: async ({ id, bytes, options }, { masterService, pipelineRunner }) => {
    const source = await pipelineRunner.check(id, bytes);
    const outcome = await masterService.submit('put_pipeline', { id, source }, options);
    return acknowledged({}, outcome.acknowledged);
  },
});
