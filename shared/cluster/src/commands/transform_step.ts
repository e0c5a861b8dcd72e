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
  /** Of the record: one that was made anew since is another transform. */
  readonly createMs: number;
  /** Another version is a version_conflict_engine_exception. */
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
    // Why it failed is told until it goes on in another state.
    const reason = progress.state === undefined && before !== undefined ? { reason: before } : {};
    const next: TransformRecord = { ...kept, ...reason, ...progress, version: version + 1 };
    const transforms = new Map(state.metadata.transforms).set(id, next);
    return { ...state, metadata: { ...state.metadata, transforms } };
  },
};
