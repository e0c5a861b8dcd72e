/**
 * The targets of a search: per index, the alias filters that apply and the shards that the routing
 * selects.
 */
import { commaValues } from '@skein/base';
import type { JsonObject } from '@skein/content';
import { shardsOfRouting } from '../routing/shard_of.js';
import type { ClusterState } from '../state/cluster_state.js';
import { streamOf } from '../state/data_stream.js';
import { type IndexMetadata, requireIndex } from '../state/index_metadata.js';
import type { IndicesOptions } from './indices_options.js';
import { type ResolvedIndices, resolveExpressions } from './resolve_indices.js';

export interface SearchTarget {
  readonly index: IndexMetadata;
  /** Any of these must match; `undefined`: no filter. */
  readonly aliasFilters: readonly JsonObject[] | undefined;
  /** Names of the aliases the filters come from, sorted. */
  readonly filteringAliases: readonly string[];
  /** Shard ids to ask, ascending. */
  readonly shards: readonly number[];
}

export interface SearchTargetRequest {
  readonly expressions: readonly string[];
  readonly options: IndicesOptions;
  /** The request's routing values, separated by commas. If it has none, no shard is a target. */
  readonly routing: string | undefined;
  readonly nowMs: number;
}

export function resolveSearchTargets(
  state: ClusterState,
  request: SearchTargetRequest,
): readonly SearchTarget[] {
  const { expressions, options, nowMs } = request;
  const resolved = resolveExpressions(state, expressions, options, nowMs);
  const [name] = resolved.indices;
  if (request.routing === undefined && name !== undefined && isNamedAlone(resolved)) {
    return wholeIndex(requireIndex(state, name));
  }
  const given = request.routing === undefined ? undefined : new Set(commaValues(request.routing));
  return resolved.indices.map((name) => {
    const index = requireIndex(state, name);
    // Many indices may be named, but an index has few aliases.
    const aliases = [...index.aliases.keys()].filter((one) => resolved.expressions.has(one)).sort();
    const stream = streamOf(state, name)?.name;
    const direct = [name, stream].some((one) => one !== undefined && resolved.expressions.has(one));
    return {
      index,
      ...filtersOf(index, direct ? [] : aliases),
      shards: shardsOfRouting(index, routingOf(index, aliases, { direct, given })),
    };
  });
}

/**
 * True if the request names a single index and no alias, so neither a filter nor a routing narrows
 * it.
 */
function isNamedAlone({ indices: [name, ...others], expressions }: ResolvedIndices): boolean {
  return (
    others.length === 0 && name !== undefined && expressions.size === 1 && expressions.has(name)
  );
}

/**
 * Targets of whole indices, which most searches ask for. Cached per index metadata, which never
 * changes.
 */
const wholeIndices = new WeakMap<IndexMetadata, SearchTarget[]>();

function wholeIndex(index: IndexMetadata): readonly SearchTarget[] {
  const known = wholeIndices.get(index);
  if (known !== undefined) return known;
  const shards = shardsOfRouting(index, undefined);
  const targets = [{ index, aliasFilters: undefined, filteringAliases: [], shards }];
  wholeIndices.set(index, targets);
  return targets;
}

/** Alias filters of an index. They apply only when every name that leads to the index has one. */
function filtersOf(
  index: IndexMetadata,
  aliases: readonly string[],
): Pick<SearchTarget, 'aliasFilters' | 'filteringAliases'> {
  const filters: JsonObject[] = [];
  for (const alias of aliases) {
    const filter = index.aliases.get(alias)?.filter;
    if (filter === undefined) return { aliasFilters: undefined, filteringAliases: [] };
    filters.push(filter);
  }
  if (filters.length === 0) return { aliasFilters: undefined, filteringAliases: [] };
  return { aliasFilters: filters, filteringAliases: aliases };
}

/**
 * The request's routing, narrowed by the aliases' routing when every name that leads to the index
 * has one. As in OpenSearch, it does not count if the two have no value in common.
 */
function routingOf(
  index: IndexMetadata,
  aliases: readonly string[],
  { direct, given }: { direct: boolean; given: ReadonlySet<string> | undefined },
): ReadonlySet<string> | undefined {
  const routings = aliases.map((alias) =>
    commaValues(index.aliases.get(alias)?.searchRouting ?? ''),
  );
  if (direct || routings.length === 0 || routings.some(({ length }) => length === 0)) return given;
  const own = routings.flat();
  const values = given ? own.filter((value) => given.has(value)) : own;
  return values.length === 0 ? undefined : new Set(values);
}
