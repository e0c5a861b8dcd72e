/** Ingest pipelines are removed by id or pattern. */
import { simpleMatch } from '@skein/base';
import { ApiError } from '@skein/errors';
import { checkBlocks } from '../state/blocks.js';
import type { Command } from './command_type.js';

export interface DeletePipelineRequest {
  readonly pattern: string;
}

export const delete_pipeline: Command<DeletePipelineRequest> = {
  name: 'delete_pipeline',
  priority: 'NORMAL',
  source: ({ pattern }) => `delete-pipeline-${pattern}`,
  execute: (state, { pattern }) => {
    checkBlocks(state, [], { level: 'metadata_write' });
    const before = state.metadata.pipelines;
    const pipelines = new Map([...before].filter(([id]) => !simpleMatch(pattern, id)));
    if (pipelines.size < before.size) {
      return { ...state, metadata: { ...state.metadata, pipelines } };
    }
    if (pattern === '*') return state;
    throw new ApiError('resource_not_found_exception', `pipeline [${pattern}] is missing`);
  },
};
