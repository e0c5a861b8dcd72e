/** Stores a search pipeline under an id. */
import { puttingPipeline } from './stored_pipelines.js';

export const put_search_pipeline = puttingPipeline('put_search_pipeline', 'searchPipelines');
