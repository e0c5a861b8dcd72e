/** Every pipeline aggregation, one line each. */
import type { PipelineType } from './pipeline_type.js';

export const ALL_PIPELINES: readonly PipelineType[] = [];
