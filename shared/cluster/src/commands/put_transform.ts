/** A transform is made, or what it does is changed while it stands still or runs: a change counts from the next checkpoint. */
import type { JsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import { checkBlocks } from '../state/blocks.js';
import type { TransformRecord } from '../state/transform_record.js';
import type { Command } from './command_type.js';

export interface PutTransformRequest {
  readonly id: string;
  /** Has been read without a fault. */
  readonly source: JsonObject;
  readonly owner: JsonObject;
  readonly mustBeNew: boolean;
}

export const put_transform: Command<PutTransformRequest> = {
  name: 'put_transform',
  priority: 'NORMAL',
  source: ({ id }) => `put-transform [${id}]`,
  execute: (state, { id, source, owner, mustBeNew }, { nowMs }) => {
    checkBlocks(state, [], { level: 'metadata_write' });
    const known = state.metadata.transforms.get(id);
    if (mustBeNew && known !== undefined) {
      const reason = `Transform with id [${id}] already exists`;
      throw new ApiError('resource_already_exists_exception', reason);
    }
    if (!mustBeNew && known === undefined) throw noTransform(id);
    const record: TransformRecord = {
      ...(known ?? beginning(nowMs)),
      id,
      source,
      owner,
      version: (known?.version ?? 0) + 1,
    };
    const transforms = new Map(state.metadata.transforms).set(id, record);
    return { ...state, metadata: { ...state.metadata, transforms } };
  },
};

function beginning(nowMs: number) {
  return {
    createMs: nowMs,
    state: 'stopped',
    checkpoint: 0,
    dueMs: 0,
    failures: 0,
    stats: {},
  } as const;
}

export function noTransform(id: string): ApiError {
  return new ApiError(
    'resource_not_found_exception',
    `Transform with id [${id}] could not be found`,
  );
}
