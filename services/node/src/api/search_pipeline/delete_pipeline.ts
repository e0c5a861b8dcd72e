/** `DELETE /_search/pipeline/{id}`: a search pipeline, or all that a pattern finds. */
import { deletesByPattern } from '../deletes_by_pattern.js';

export const delete_pipeline = deletesByPattern({
  privilege: 'pipelines:manage',
  id: 'search_pipeline.delete',
  route: 'DELETE /_search/pipeline/{id}',
  command: 'delete_search_pipeline',
});
