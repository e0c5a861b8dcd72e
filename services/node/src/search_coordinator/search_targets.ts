/** Resolves the index expression of a request to the shards to ask, in index and shard order. */
import {
  type ClusterState,
  checkBlocks,
  INDICES_OPTIONS,
  type IndexMetadata,
  type IndicesOptions,
  indicesOptions,
  resolveSearchTargets,
  type SearchTarget,
} from '@skein/cluster';
import type { JsonObject } from '@skein/content';
import {
  anyOf,
  type IndexBoost,
  NO_PIPELINE,
  needsOf,
  parseQuery,
  type QueryNode,
} from '@skein/search';
import {
  type AnyPrivilege,
  type Caller,
  reachIndices,
  visibleThrough,
} from '../security/index_access.js';
import type { Identity } from '../security/mod.js';
import { isReadableShard, preferredShards } from '../shard_router/mod.js';
import type { IndexExpression } from './contract.js';
import { defaultPipeline } from './search_pipelines.js';

const READS: AnyPrivilege = ['indices:read'];
const WRITES: AnyPrivilege = ['indices:write'];

export interface ShardToAsk {
  readonly index: IndexMetadata;
  readonly shardId: number;
  readonly aliasFilter: QueryNode | undefined;
}

export interface TargetRequest {
  readonly target: IndexExpression;
  readonly routing: string | undefined;
  readonly preference: string | undefined;
}

export function expressionOptions(target: IndexExpression): IndicesOptions {
  return indicesOptions(target, INDICES_OPTIONS.strictExpandOpenForbidClosed);
}

interface ReadableTargets {
  /** The part of the cluster that the caller may see through the expression. */
  readonly visible: ClusterState;
  readonly targets: readonly SearchTarget[];
}

/**
 * The indices that the caller may read. Named indices must be allowed; a wildcard selects only
 * allowed ones.
 */
export function readableTargets(
  state: ClusterState,
  request: TargetRequest,
  caller: Caller,
): ReadableTargets {
  return targetsFor(state, request, caller, [READS]);
}

/** Indices the caller may read and write. */
export function changeableTargets(
  state: ClusterState,
  request: TargetRequest,
  caller: Caller,
): ReadableTargets {
  return targetsFor(state, request, caller, [READS, WRITES]);
}

function targetsFor(
  state: ClusterState,
  request: TargetRequest,
  caller: Caller,
  needs: readonly AnyPrivilege[],
): ReadableTargets {
  const expressions = request.target.indices;
  const visible = needs.reduce(
    (seen, privileges) => visibleThrough(seen, expressions, caller, privileges),
    state,
  );
  const targets = resolveSearchTargets(visible, {
    expressions,
    options: expressionOptions(request.target),
    routing: request.routing,
    nowMs: caller.nowMs,
  });
  checkReadBlocks(visible, targets);
  return { visible, targets };
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
    const aliasFilter = anyFilter(aliasFilters);
    return preferredShards(shards, preference).map((shardId) => ({ index, shardId, aliasFilter }));
  });
}

interface FoundAlone {
  readonly state: ClusterState;
  readonly identity: Identity;
  readonly shard: ShardToAsk;
}

/**
 * The shard found last. `searchTerms` returns the same object for the same index and parameters, so
 * a repeated search finds its shard here.
 */
const foundAlone = new WeakMap<TargetRequest, FoundAlone>();

/**
 * The only shard that the request needs. Undefined if it needs several, if the shard alone cannot
 * answer (an alias filter names other documents, or a search pipeline applies), or if the targets
 * have an error, which is reported after the request is parsed.
 */
export function loneShard(
  state: ClusterState,
  request: TargetRequest,
  caller: Caller,
): ShardToAsk | undefined {
  const { identity } = caller;
  const known = foundAlone.get(request);
  if (known !== undefined && known.state === state && known.identity === identity) {
    return known.shard;
  }
  const shard = findAlone(state, request, caller);
  if (shard !== undefined && !request.target.indices.some(hasDateMath)) {
    foundAlone.set(request, { state, identity, shard });
  }
  return shard;
}

/** Date math, such as `<logs-{now/d}>`, stands for another index tomorrow. */
function hasDateMath(expression: string): boolean {
  return expression.includes('<');
}

function findAlone(
  state: ClusterState,
  request: TargetRequest,
  caller: Caller,
): ShardToAsk | undefined {
  try {
    const { targets } = readableTargets(state, request, caller);
    const [shard, ...more] = shardsToAsk(targets, request.preference);
    if (shard === undefined || more.length > 0 || !hasAll(shard)) return undefined;
    // A missing pipeline is reported where the request is parsed.
    if (defaultPipeline([shard.index]) !== NO_PIPELINE) return undefined;
    // Whether a missing shard is an error depends on the parsed request.
    const name = { index: shard.index.name, shardId: shard.shardId };
    return isReadableShard(state, name) ? shard : undefined;
  } catch {
    // Errors of the target are reported after the request is parsed, because OpenSearch reports
    // parse errors first.
    return undefined;
  }
}

/** False if the filter of an alias refers to other documents. */
function hasAll({ aliasFilter }: ShardToAsk): boolean {
  return aliasFilter === undefined || needsOf([aliasFilter]).documents.length === 0;
}

/** Parsed once, because filters are immutable parts of cluster states. */
const readFilters = new WeakMap<JsonObject, QueryNode>();

function filterNode(filter: JsonObject): QueryNode {
  const known = readFilters.get(filter) ?? parseQuery(filter);
  readFilters.set(filter, known);
  return known;
}

/** Documents seen through several filtering aliases match any of the filters. */
function anyFilter(filters: readonly JsonObject[] | undefined): QueryNode | undefined {
  if (!filters) return undefined;
  const nodes = filters.map(filterNode);
  return nodes.length === 1 ? nodes[0] : anyOf(nodes);
}

/** The boost of each index; the first boost whose name, alias or pattern matches counts. */
export function* resolvingBoosts(
  state: ClusterState,
  boosts: readonly IndexBoost[],
  scope: { readonly target: IndexExpression; readonly caller: Caller },
): Generator<void, ReadonlyMap<string, number>> {
  const options = expressionOptions(scope.target);
  const resolved = new Map<string, number>();
  for (const { index, boost } of boosts) {
    const expression = { expressions: [index], options };
    for (const name of reachIndices(state, expression, scope.caller, READS).indices) {
      if (!resolved.has(name)) resolved.set(name, boost);
    }
    yield;
  }
  return resolved;
}
