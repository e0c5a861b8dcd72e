/** `DELETE /_search/pipeline/{id}`: deletes a search pipeline, or all that match a pattern. */
import { deletesByPattern } from '../deletes_by_pattern.js';

export const delete_pipeline = deletesByPattern({
  privilege: 'pipelines:manage',
  id: 'search_pipeline.delete',
  route: 'DELETE /_search/pipeline/{id}',
  command: 'delete_search_pipeline',
});
