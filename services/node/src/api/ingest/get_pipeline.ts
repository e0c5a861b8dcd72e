/**
 * `GET /_ingest/pipeline`, `GET /_ingest/pipeline/{id}`: the sources of pipelines as stored; 404 if
 * none is found.
 */
import { MASTER_TIMEOUT_PARAMS } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { foundPipelines, pipelinePatterns } from '../stored_pipelines.js';

export const get_pipeline = defineEndpoint({
  id: 'ingest.get_pipeline',
  shape: 'local',
  routes: ['GET /_ingest/pipeline', 'GET /_ingest/pipeline/{id}'],
  params: MASTER_TIMEOUT_PARAMS,
  body: 'none',
  privilege: 'cluster:monitor',
  parse: ({ pathParams }) => pipelinePatterns(pathParams.id),
  handle: (patterns, { masterService }) =>
    foundPipelines(masterService.state().metadata.pipelines, patterns),
});
