/** Applies a step to each index of an expression, and reports the reason where that fails. */
import {
  INDICES_OPTIONS,
  type IndexMetadata,
  type LifecycleStepRequest,
  requireIndex,
} from '@skein/cluster';
import { ApiError, asApiError } from '@skein/errors';
import { jsonReply, type Reply } from '@skein/http';
import type { Actors } from '../../actors.js';
import type { SubmitOptions } from '../../master_service/mod.js';
import type { RequestContext } from '../endpoint.js';
import type { CommonActors } from '../endpoint_shapes.js';
import {
  type IndexExpressionRequest,
  indexExpression,
  MANAGES,
  targetIndices,
} from '../indices/index_targets.js';

interface EachIndex {
  readonly target: IndexExpressionRequest;
  readonly options: SubmitOptions;
}

export function indicesNamed(index: string | undefined): IndexExpressionRequest {
  if (index === undefined || index === '') {
    throw new ApiError('illegal_argument_exception', 'Missing indices');
  }
  return indexExpression(index, {}, INDICES_OPTIONS.strictExpandHidden);
}

/** The step for an index, or the reason why there is none. */
export type StepOrReason = Pick<LifecycleStepRequest, 'effects' | 'to'> | string;

/** Responds with `{"updated_indices", "failures", "failed_indices"}`. */
export async function eachIndex(
  { target, options }: EachIndex,
  actors: CommonActors,
  context: RequestContext,
  stepOf: (index: IndexMetadata) => StepOrReason | undefined,
): Promise<Reply> {
  const { masterService } = actors;
  const names = targetIndices(actors, context, target, MANAGES);
  const failed: { index_name: string; index_uuid: string; reason: string }[] = [];
  let updated = 0;
  for (const name of names) {
    const index = requireIndex(masterService.state(), name);
    const step = stepOf(index);
    if (step === undefined) continue;
    const reason =
      typeof step === 'string' ? step : await taken(index, step, { masterService, options });
    if (reason === undefined) updated++;
    else failed.push({ index_name: name, index_uuid: index.uuid, reason });
  }
  const failures = failed.length > 0;
  return jsonReply({ updated_indices: updated, failures, failed_indices: failed });
}

async function taken(
  { name, uuid, lifecycle }: IndexMetadata,
  step: Exclude<StepOrReason, string>,
  { masterService, options }: Pick<Actors, 'masterService'> & Pick<EachIndex, 'options'>,
): Promise<string | undefined> {
  try {
    const request = { index: name, uuid, from: lifecycle?.version, ...step };
    await masterService.submit('lifecycle_step', request, options);
    return undefined;
  } catch (thrown) {
    return asApiError(thrown).reason;
  }
}
