/**
 * `GET /_search/pipeline`, `GET /_search/pipeline/{id}`: the sources of search pipelines as stored;
 * 404 if none is found.
 */
import { MASTER_TIMEOUT_PARAMS } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { foundPipelines, pipelinePatterns } from '../stored_pipelines.js';

export const get = defineEndpoint({
  id: 'search_pipeline.get',
  shape: 'local',
  routes: ['GET /_search/pipeline', 'GET /_search/pipeline/{id}'],
  params: MASTER_TIMEOUT_PARAMS,
  body: 'none',
  privilege: 'cluster:monitor',
  parse: ({ pathParams }) => pipelinePatterns(pathParams.id),
  handle: (patterns, { masterService }) =>
    foundPipelines(masterService.state().metadata.searchPipelines, patterns),
});
