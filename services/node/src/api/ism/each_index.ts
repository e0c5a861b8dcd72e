/** Applies a step to each index of an expression, and reports the reason where that fails. */
import { INDICES_OPTIONS, type IndexMetadata, requireIndex } from '@skein/cluster';
import { ApiError, asApiError } from '@skein/errors';
import { jsonReply, type Reply } from '@skein/http';
import type { SubmitOptions } from '../../master_service/mod.js';
import type { RequestContext } from '../endpoint.js';
import type { CommonActors } from '../endpoint_shapes.js';
import {
  type IndexExpressionRequest,
  indexExpression,
  MANAGES,
  targetIndices,
} from '../indices/index_targets.js';
import { type StepByHand, stepByHand } from '../step_by_hand.js';

interface EachIndex {
  readonly target: IndexExpressionRequest;
  readonly options: SubmitOptions;
}

export function indicesNamed(index: string | undefined): IndexExpressionRequest {
  const target = indexExpression(index, {}, INDICES_OPTIONS.strictExpandHidden);
  if (target.expressions.length > 0) return target;
  throw new ApiError('illegal_argument_exception', 'Missing indices');
}

/** The step for an index, or the reason why there is none. */
export type StepOrReason = StepByHand | string;

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
  const { signal } = context;
  let updated = 0;
  for (const name of names) {
    const { uuid } = requireIndex(masterService.state(), name);
    let reason: string | undefined;
    let isMeant = false;
    const decide = (index: IndexMetadata) => {
      const step = stepOf(index);
      isMeant = step !== undefined;
      reason = typeof step === 'string' ? step : undefined;
      return typeof step === 'string' ? undefined : step;
    };
    try {
      await stepByHand(name, decide, { masterService, options, signal });
    } catch (thrown) {
      ({ reason } = asApiError(thrown));
    }
    if (reason !== undefined) failed.push({ index_name: name, index_uuid: uuid, reason });
    else if (isMeant) updated++;
  }
  const failures = failed.length > 0;
  return jsonReply({ updated_indices: updated, failures, failed_indices: failed });
}
