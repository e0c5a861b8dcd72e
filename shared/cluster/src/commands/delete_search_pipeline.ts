/** Removes search pipelines by id or pattern. */
import { deletingPipeline } from './stored_pipelines.js';

export const delete_search_pipeline = deletingPipeline('delete_search_pipeline', 'searchPipelines');
