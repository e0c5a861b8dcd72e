/** Deletes a transform; the documents that it has written stay. */
import { ApiError } from '@skein/errors';
import { checkBlocks } from '../state/blocks.js';
import type { Command } from './command_type.js';
import { noTransform } from './put_transform.js';

interface DeleteTransformRequest {
  readonly id: string;
  /** True if a running transform is deleted too instead of refused. */
  readonly force: boolean;
}

export const delete_transform: Command<DeleteTransformRequest> = {
  name: 'delete_transform',
  priority: 'NORMAL',
  source: ({ id }) => `delete-transform [${id}]`,
  execute: (state, { id, force }) => {
    checkBlocks(state, [], { level: 'metadata_write' });
    const record = state.metadata.transforms.get(id);
    if (record === undefined) throw noTransform(id);
    if (!force && record.state !== 'stopped') {
      const reason = `Cannot delete transform [${id}] as the task is running. Stop the task first`;
      throw new ApiError('status_exception', reason, { status: 409 });
    }
    const transforms = new Map(state.metadata.transforms);
    transforms.delete(id);
    return { ...state, metadata: { ...state.metadata, transforms } };
  },
};
