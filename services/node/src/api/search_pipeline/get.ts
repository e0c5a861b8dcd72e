/**
 * `GET /_search/pipeline`, `GET /_search/pipeline/{id}`: the sources of search pipelines as stored;
 * 404 if none is found.
 */
import { getPipelines } from '../stored_pipelines.js';

export const get = getPipelines({
  id: 'search_pipeline.get',
  path: '/_search/pipeline',
  pipelines: ({ searchPipelines }) => searchPipelines,
});
