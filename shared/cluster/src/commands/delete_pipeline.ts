/** Removes ingest pipelines by id or pattern. */
import { deletingPipeline } from './stored_pipelines.js';

export const delete_pipeline = deletingPipeline('delete_pipeline', 'pipelines');
