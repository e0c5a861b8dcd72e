/**
 * A step of a transform: it is started or stopped, begins a checkpoint, has finished one, or has
 * failed. The step is taken once, from the version on which it was decided.
 */
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

interface TransformStepRequest {
  readonly id: string;
  /** Creation time of the record; a record with another time is another transform. */
  readonly createMs: number;
  /** Version of the record; any other gives a version_conflict_engine_exception. */
  readonly version: number;
  readonly progress: TransformProgress;
}

export const transform_step: Command<TransformStepRequest> = {
  name: 'transform_step',
  priority: 'NORMAL',
  source: ({ id }) => `transform-step [${id}]`,
  execute: (state, { id, createMs, version, progress }) => {
    checkBlocks(state, [], { level: 'metadata_write' });
    const record = state.metadata.transforms.get(id);
    if (record === undefined) throw noTransform(id);
    if (record.version !== version || record.createMs !== createMs) {
      const reason = `[${id}]: version conflict, required version [${version}], current version [${record.version}]`;
      throw new ApiError('version_conflict_engine_exception', reason);
    }
    const { reason: before, ...kept } = record;
    // The reason for a failure is kept until the transform changes its state.
    const reason = progress.state === undefined && before !== undefined ? { reason: before } : {};
    const next: TransformRecord = { ...kept, ...reason, ...progress, version: version + 1 };
    const transforms = new Map(state.metadata.transforms).set(id, next);
    return { ...state, metadata: { ...state.metadata, transforms } };
  },
};
