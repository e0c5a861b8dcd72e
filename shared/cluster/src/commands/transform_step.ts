/** A transform goes on: it is started or stopped, begins a checkpoint, has finished it, or failed. Taken once, from the version it was decided on. */
import { ApiError } from '@skein/errors';
import { checkBlocks } from '../state/blocks.js';
import type { TransformRecord } from '../state/transform_record.js';
import type { Command } from './command_type.js';
import { noTransform } from './put_transform.js';

export type TransformProgress = Partial<
  Pick<
    TransformRecord,
    'state' | 'reason' | 'checkpoint' | 'checkpointMs' | 'upperMs' | 'dueMs' | 'failures' | 'stats'
  >
>;

export interface TransformStepRequest {
  readonly id: string;
  /** Another version is a version_conflict_engine_exception. */
  readonly version: number;
  readonly progress: TransformProgress;
}

export const transform_step: Command<TransformStepRequest> = {
  name: 'transform_step',
  priority: 'NORMAL',
  source: ({ id }) => `transform-step [${id}]`,
  execute: (state, { id, version, progress }) => {
    checkBlocks(state, [], { level: 'metadata_write' });
    const record = state.metadata.transforms.get(id);
    if (record === undefined) throw noTransform(id);
    if (record.version !== version) {
      const reason = `[${id}]: version conflict, required version [${version}], current version [${record.version}]`;
      throw new ApiError('version_conflict_engine_exception', reason);
    }
    const { reason: _before, ...kept } = record;
    const next: TransformRecord = { ...kept, ...progress, version: version + 1 };
    const transforms = new Map(state.metadata.transforms).set(id, next);
    return { ...state, metadata: { ...state.metadata, transforms } };
  },
};
