/** From the index expression of a request to the shards to ask, in index and shard order. */
import {
  type ClusterState,
  checkBlocks,
  INDICES_OPTIONS,
  type IndexMetadata,
  type IndicesOptions,
  indicesOptions,
  resolveIndices,
  resolveSearchTargets,
  type SearchTarget,
  splitExpression,
} from '@skein/cluster';
import type { JsonObject } from '@skein/content';
import type { IndexBoost } from '@skein/search';
import type { Security } from '../security/mod.js';
import type { IndexExpression, SearchOptions } from './mod.js';
import { preferredShards } from './preference.js';

export interface ShardToAsk {
  readonly index: IndexMetadata;
  readonly shardId: number;
  readonly aliasFilter: JsonObject | undefined;
}

export interface TargetRequest {
  readonly target: IndexExpression;
  readonly routing: readonly string[];
  readonly preference: string | undefined;
}

export function expressionOptions(target: IndexExpression): IndicesOptions {
  return indicesOptions(target, INDICES_OPTIONS.strictExpandOpenForbidClosed);
}

/** Indices the caller may read: those named must be allowed, those a wildcard found are left out when they are not. */
export function readableTargets(
  state: ClusterState,
  request: TargetRequest,
  options: SearchOptions & { readonly security: Security },
): readonly SearchTarget[] {
  const { security, identity, nowMs } = options;
  const indicesOptions = expressionOptions(request.target);
  const expressions = request.target.indices.flatMap((text) => splitExpression(text));
  const targets = resolveSearchTargets(state, {
    expressions,
    options: indicesOptions,
    routing: request.routing.length === 0 ? undefined : request.routing.join(','),
    nowMs,
  });
  const named = expressions.filter((text) => !isWildcard(text));
  if (named.length > 0) {
    const explicit = resolveIndices(state, named, indicesOptions, nowMs);
    const found = new Set(targets.map((target) => target.index.name));
    const asked = explicit.filter((name) => found.has(name));
    security.authorizeIndices(identity, 'indices:read', asked);
  }
  const names = targets.map((target) => target.index.name);
  const allowed = new Set(security.filterIndices(identity, 'indices:read', names));
  const readable = targets.filter((target) => allowed.has(target.index.name));
  checkReadBlocks(state, readable);
  return readable;
}

function isWildcard(expression: string): boolean {
  return expression === '_all' || expression.includes('*') || expression.startsWith('-');
}

function checkReadBlocks(state: ClusterState, targets: readonly SearchTarget[]): void {
  const names = targets.map((target) => target.index.name);
  checkBlocks(state, names, { level: 'read' });
}

export function shardsToAsk(
  targets: readonly SearchTarget[],
  preference: string | undefined,
): readonly ShardToAsk[] {
  return targets.flatMap(({ index, aliasFilters, shards }) => {
    const aliasFilter = anyOf(aliasFilters);
    return preferredShards(shards, preference).map((shardId) => ({ index, shardId, aliasFilter }));
  });
}

/** Documents seen through several filtering aliases match any of the filters. */
function anyOf(filters: readonly JsonObject[] | undefined): JsonObject | undefined {
  if (!filters) return undefined;
  if (filters.length === 1) return filters[0];
  return { bool: { should: filters, minimum_should_match: 1 } };
}

/** The factor of each index; the first boost whose name, alias or pattern fits it counts. */
export function resolveBoosts(
  state: ClusterState,
  boosts: readonly IndexBoost[],
  scope: { readonly target: IndexExpression; readonly nowMs: number },
): ReadonlyMap<string, number> {
  const options = expressionOptions(scope.target);
  const resolved = new Map<string, number>();
  for (const { index, boost } of boosts) {
    for (const name of resolveIndices(state, [index], options, scope.nowMs)) {
      if (!resolved.has(name)) resolved.set(name, boost);
    }
  }
  return resolved;
}
