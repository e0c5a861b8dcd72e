/** Resolves the index expression of a request to the indices the caller may use. */
import { checkBlocks, type IndicesOptions, indicesOptions, splitExpression } from '@skein/cluster';
import type { ParamValues } from '@skein/http';
import type { Actors } from '../../actors.js';
import {
  type AnyPrivilege,
  type Caller,
  type Reached,
  reachIndices,
} from '../../security/index_access.js';
import type { INDEX_EXPRESSION_PARAMS } from '../common_params.js';
import { refuse } from '../document/validate_write.js';
import type { RequestContext } from '../endpoint.js';
import type { CommonActors } from '../endpoint_shapes.js';

export interface IndexExpressionRequest {
  readonly expressions: readonly string[];
  readonly options: IndicesOptions;
}

/** Combines `{index}` of the path with the expression parameters. */
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

/**
 * Refuses an expression without any name, such as `,`. Most requests take it for all indices; one
 * that may do harm must name them.
 */
export function named(
  expression: IndexExpressionRequest,
  reason = 'index is missing',
): IndexExpressionRequest {
  refuse(expression.expressions.length === 0 ? [reason] : []);
  return expression;
}

export type { AnyPrivilege } from '../../security/index_access.js';

export const READS_METADATA: AnyPrivilege = ['indices:monitor', 'indices:read'];
export const MONITORS: AnyPrivilege = ['indices:monitor'];
export const MANAGES: AnyPrivilege = ['indices:manage'];

/**
 * The concrete names of the indices, in order. A wildcard selects only indices on which the caller
 * has one of the privileges; a plain name without one throws security_exception.
 */
export function targetIndices(
  actors: CommonActors,
  context: RequestContext,
  expression: IndexExpressionRequest,
  privileges: AnyPrivilege,
): readonly string[] {
  return reachTargets(actors, context, expression, privileges).indices;
}

/**
 * Like `targetIndices`, for a request that shows the metadata or figures of indices. Throws
 * cluster_block_exception if one of them has `index.blocks.metadata`, as OpenSearch does.
 */
export function shownIndices(
  actors: CommonActors,
  context: RequestContext,
  expression: IndexExpressionRequest,
  privileges: AnyPrivilege,
): readonly string[] {
  const names = targetIndices(actors, context, expression, privileges);
  checkBlocks(actors.masterService.state(), names, { level: 'metadata_read' });
  return names;
}

/** Like `targetIndices`, with all that was resolved. */
export function reachTargets(
  actors: CommonActors,
  context: RequestContext,
  expression: IndexExpressionRequest,
  privileges: AnyPrivilege,
): Reached {
  const state = actors.masterService.state();
  return reachIndices(state, expression, callerOf(actors, context), privileges);
}

export function callerOf(
  { security }: Pick<Actors, 'security'>,
  { identity, nowMs }: RequestContext,
): Caller {
  return { security, identity, nowMs };
}
