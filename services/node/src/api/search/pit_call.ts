/** The calls that open points in time, in the forms of both products. */
import { type ParamValues, timeParam } from '@skein/http';
import type { PointInTimeCall } from '../../search_coordinator/mod.js';
import { nothingNamed } from './context_body.js';
import { indexExpression, TARGET_PARAMS } from './search_params.js';

export const PIT_PARAMS = { ...TARGET_PARAMS, keep_alive: timeParam } as const;

/** `missing`: the error if there is no `keep_alive`. */
export function pitCall(
  index: string | undefined,
  params: ParamValues<typeof PIT_PARAMS>,
  { allowPartial, missing }: { readonly allowPartial: boolean; readonly missing: string },
): PointInTimeCall {
  if (params.keep_alive === undefined) throw nothingNamed(missing);
  return {
    target: indexExpression(index, params),
    routing: params.routing,
    preference: params.preference,
    keepAliveMs: params.keep_alive,
    allowPartial,
  };
}
