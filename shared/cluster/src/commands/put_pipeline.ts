/** An ingest pipeline is kept under an id. Whoever asks has read its source and found no fault with it. */
import type { JsonObject } from '@skein/content';
import { checkBlocks } from '../state/blocks.js';
import type { Command } from './command_type.js';

export interface PutPipelineRequest {
  readonly id: string;
  readonly source: JsonObject;
}

export const put_pipeline: Command<PutPipelineRequest> = {
  name: 'put_pipeline',
  priority: 'NORMAL',
  source: ({ id }) => `put-pipeline-${id}`,
  execute: (state, { id, source }) => {
    checkBlocks(state, [], { level: 'metadata_write' });
    const pipelines = new Map(state.metadata.pipelines).set(id, source);
    return { ...state, metadata: { ...state.metadata, pipelines } };
  },
};
