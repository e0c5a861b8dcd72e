/** `DELETE /_ingest/pipeline/{id}`: a pipeline, or all that a pattern finds. */
import { deletesByPattern } from '../deletes_by_pattern.js';

export const delete_pipeline = deletesByPattern({
  privilege: 'pipelines:manage',
  id: 'ingest.delete_pipeline',
  route: 'DELETE /_ingest/pipeline/{id}',
  command: 'delete_pipeline',
});
