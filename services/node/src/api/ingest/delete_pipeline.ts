/** `DELETE /_ingest/pipeline/{id}`: a pipeline, or all that a pattern finds. */
import { deletesPipelines } from '../stored_pipelines.js';

export const delete_pipeline = deletesPipelines({
  id: 'ingest.delete_pipeline',
  route: 'DELETE /_ingest/pipeline/{id}',
  command: 'delete_pipeline',
});
