/**
 * Steps of a transform that a user requests. The transform may make a step of its own at the same
 * time; then the request is decided anew.
 */
import type { ClusterState, TransformProgress, TransformRecord } from '@skein/cluster';
import { isVersionConflict } from '@skein/errors';
import type { Actors } from '../../actors.js';
import type { SubmitOptions } from '../../master_service/mod.js';
import { transformOf } from './known_transforms.js';

interface UserStep {
  readonly masterService: Actors['masterService'];
  readonly options: SubmitOptions;
  readonly signal: AbortSignal;
}

/** A transform makes two steps for a checkpoint. */
const MOST_ATTEMPTS = 50;
/** Longest wait until this node has the state in which the transform made its step. */
const CATCH_UP_MS = 1000;

/**
 * Takes the step for the transform. `decide` sees the record as it is by then; it returns undefined
 * if there is nothing to do, and throws the error for the user. Rejects with
 * resource_not_found_exception if there is no such transform. Resolves with `false` if not all
 * nodes have confirmed the change in time.
 */
export async function stepTransform(
  id: string,
  decide: (record: TransformRecord) => TransformProgress | undefined,
  { masterService, options, signal }: UserStep,
): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    const record = transformOf(masterService.state(), id);
    const progress = decide(record);
    if (progress === undefined) return true;
    const { createMs, version } = record;
    try {
      const request = { id, createMs, version, progress };
      return (await masterService.submit('transform_step', request, options)).acknowledged;
    } catch (thrown) {
      if (!isVersionConflict(thrown) || attempt === MOST_ATTEMPTS) throw thrown;
    }
    const isNewer = ({ metadata }: ClusterState) => {
      const now = metadata.transforms.get(id);
      return now?.createMs !== createMs || now.version !== version;
    };
    await masterService.waitFor(isNewer, { timeoutMs: CATCH_UP_MS, signal });
  }
}
