/** `DELETE /_search/pipeline/{id}`: a search pipeline, or all that a pattern finds. */
import { deletesPipelines } from '../stored_pipelines.js';

export const delete_pipeline = deletesPipelines({
  id: 'search_pipeline.delete',
  route: 'DELETE /_search/pipeline/{id}',
  command: 'delete_search_pipeline',
});
