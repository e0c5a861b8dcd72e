/** From an index expression in a request to the indices the caller may touch. */
import {
  type IndicesOptions,
  indicesOptions,
  resolveExpressions,
  splitExpression,
} from '@skein/cluster';
import { asApiError } from '@skein/errors';
import type { ParamValues } from '@skein/http';
import type { Actors } from '../../actors.js';
import type { NamedPrivilege } from '../../security/mod.js';
import type { INDEX_EXPRESSION_PARAMS } from '../common_params.js';
import type { RequestContext } from '../endpoint.js';

export interface IndexExpressionRequest {
  readonly expressions: readonly string[];
  readonly options: IndicesOptions;
}

/** `{index}` of the path and the parameters around it. */
export function indexExpression(
  index: string | undefined,
  params: Partial<ParamValues<typeof INDEX_EXPRESSION_PARAMS>>,
  defaults: IndicesOptions,
): IndexExpressionRequest {
  return {
    expressions: index === undefined ? [] : splitExpression(index),
    options: indicesOptions(
      {
        ignoreUnavailable: params.ignore_unavailable,
        allowNoIndices: params.allow_no_indices,
        expandWildcards: params.expand_wildcards,
      },
      defaults,
    ),
  };
}

/** Any of these privileges on an index will do. */
export type AnyPrivilege = readonly [NamedPrivilege, ...NamedPrivilege[]];

export const READS_METADATA: AnyPrivilege = ['indices:monitor', 'indices:read'];
export const MANAGES: AnyPrivilege = ['indices:manage'];

/** Concrete names, in order. Wildcards shrink to what the caller may touch; a name given must be allowed. */
export function targetIndices(
  { masterService, security }: Actors,
  context: RequestContext,
  { expressions, options }: IndexExpressionRequest,
  privileges: AnyPrivilege,
): readonly string[] {
  const { identity, nowMs } = context;
  const wide =
    expressions.length === 0 || expressions.some((text) => text === '_all' || text.includes('*'));
  if (!wide) authorizeAny(security, context, privileges, expressions.map(plainName));
  const { indices } = resolveExpressions(masterService.state(), expressions, options, nowMs);
  if (!wide) {
    authorizeAny(security, context, privileges, indices);
    return indices;
  }
  const allowed = new Set(
    privileges.flatMap((privilege) => security.filterIndices(identity, privilege, indices)),
  );
  return indices.filter((name) => allowed.has(name));
}

function plainName(expression: string): string {
  return expression.startsWith('-') ? expression.slice(1) : expression;
}

/** Throws the first privilege's refusal unless one of them reaches. */
export function authorizeAny(
  security: Actors['security'],
  { identity }: RequestContext,
  privileges: AnyPrivilege,
  indices: readonly string[],
): void {
  const refusals: unknown[] = [];
  for (const privilege of privileges) {
    try {
      security.authorizeIndices(identity, privilege, indices);
      return;
    } catch (thrown) {
      refusals.push(thrown);
    }
  }
  throw asApiError(refusals[0]);
}
