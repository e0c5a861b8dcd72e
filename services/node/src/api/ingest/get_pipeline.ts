/**
 * `GET /_ingest/pipeline`, `GET /_ingest/pipeline/{id}`: the sources of pipelines as stored; 404 if
 * none is found.
 */
import { getPipelines } from '../stored_pipelines.js';

export const get_pipeline = getPipelines({
  id: 'ingest.get_pipeline',
  path: '/_ingest/pipeline',
  pipelines: ({ pipelines }) => pipelines,
});
