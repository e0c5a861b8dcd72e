/**
 * The shard of a search that goes to just one. Cluster states and callers do not change, so what a plain expression comes to for a caller in a state is
 * found once.
 */
import type { ClusterState } from '@skein/cluster';
import { needsOf } from '@skein/search';
import type { Caller } from '../security/index_access.js';
import type { Identity } from '../security/mod.js';
import { activeCopies } from '../shard_router/mod.js';
import {
  readableTargets,
  type ShardToAsk,
  shardsToAsk,
  type TargetRequest,
} from './search_targets.js';

/** Of one caller in one state; when there are more they are found again. */
const MAX_EXPRESSIONS = 1_000;

type Known = Map<string, ShardToAsk | undefined>;

export class LoneShards {
  readonly #known = new WeakMap<ClusterState, WeakMap<Identity, Known>>();

  /** Faults of the target wait until the request has been read, which is for others: the reference finds faults of form first. */
  find(state: ClusterState, request: TargetRequest, caller: Caller): ShardToAsk | undefined {
    const text = plainExpression(request);
    if (text === undefined) return loneShard(state, request, caller);
    const known = this.#knownTo(caller.identity, state);
    if (known.has(text)) return known.get(text);
    const shard = loneShard(state, request, caller);
    if (known.size >= MAX_EXPRESSIONS) known.clear();
    known.set(text, shard);
    return shard;
  }

  #knownTo(identity: Identity, state: ClusterState): Known {
    let callers = this.#known.get(state);
    if (callers === undefined) {
      callers = new WeakMap();
      this.#known.set(state, callers);
    }
    let known = callers.get(identity);
    if (known === undefined) {
      known = new Map();
      callers.set(identity, known);
    }
    return known;
  }
}

/** `undefined`: there is more to the target than one text, or it depends on the time. */
function plainExpression({ target, routing, preference }: TargetRequest): string | undefined {
  const { indices, ignoreUnavailable, allowNoIndices, expandWildcards } = target;
  if (indices.length !== 1 || routing.length > 0 || preference !== undefined) return undefined;
  if (ignoreUnavailable !== undefined || allowNoIndices !== undefined) return undefined;
  if (expandWildcards !== undefined || indices[0]?.includes('<')) return undefined;
  return indices[0];
}

function loneShard(
  state: ClusterState,
  request: TargetRequest,
  caller: Caller,
): ShardToAsk | undefined {
  try {
    const { targets } = readableTargets(state, request, caller);
    const [shard, ...more] = shardsToAsk(targets, request.preference);
    if (shard === undefined || more.length > 0 || !hasAll(shard)) return undefined;
    return isActiveShard(state, shard) ? shard : undefined;
  } catch {
    return undefined;
  }
}

/** The filter of an alias may speak of documents elsewhere. */
function hasAll({ aliasFilter }: ShardToAsk): boolean {
  return aliasFilter === undefined || needsOf([aliasFilter]).documents.length === 0;
}

/** What is said of a shard that is nowhere depends on what the request allows. */
function isActiveShard(state: ClusterState, { index, shardId }: ShardToAsk): boolean {
  return activeCopies(state, { index: index.name, shardId }).length > 0;
}
