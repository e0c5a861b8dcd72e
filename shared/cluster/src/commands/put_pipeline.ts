/** Stores an ingest pipeline under an id. */
import { puttingPipeline } from './stored_pipelines.js';

export const put_pipeline = puttingPipeline('put_pipeline', 'pipelines');
