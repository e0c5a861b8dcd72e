/** `DELETE /_ingest/pipeline/{id}`: deletes a pipeline, or all that match a pattern. */
import { deletesByPattern } from '../deletes_by_pattern.js';

export const delete_pipeline = deletesByPattern({
  privilege: 'pipelines:manage',
  id: 'ingest.delete_pipeline',
  route: 'DELETE /_ingest/pipeline/{id}',
  command: 'delete_pipeline',
});
