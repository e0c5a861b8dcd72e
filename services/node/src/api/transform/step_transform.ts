/**
 * Steps of a transform that a user requests. The transform may make a step of its own at the same
 * time; then the request is decided anew.
 */
import type { TransformProgress, TransformRecord } from '@skein/cluster';
import type { Actors } from '../../actors.js';
import type { SubmitOptions } from '../../master_service/mod.js';
import { decideAnew } from '../decide_anew.js';
import { transformOf } from './known_transforms.js';

interface UserStep {
  readonly masterService: Actors['masterService'];
  readonly options: SubmitOptions;
  readonly signal: AbortSignal;
}

/**
 * Takes the step for the transform. `decide` sees the record as it is by then; it returns undefined
 * if there is nothing to do, and throws the error for the user. Rejects with
 * resource_not_found_exception if there is no such transform. Resolves with `false` if not all
 * nodes have confirmed the change in time.
 */
export function stepTransform(
  id: string,
  decide: (record: TransformRecord) => TransformProgress | undefined,
  { masterService, options, signal }: UserStep,
): Promise<boolean> {
  return decideAnew(
    {
      read: (state) => transformOf(state, id),
      submit: async (record) => {
        const progress = decide(record);
        if (progress === undefined) return true;
        const { createMs, version } = record;
        const request = { id, createMs, version, progress };
        return (await masterService.submit('transform_step', request, options)).acknowledged;
      },
      isChanged: ({ createMs, version }, { metadata }) => {
        const now = metadata.transforms.get(id);
        return now?.createMs !== createMs || now.version !== version;
      },
    },
    { masterService, signal },
  );
}
