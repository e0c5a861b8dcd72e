/** Points in time: shards held at their current state, searched by id until they expire. */
import { type ClusterState, clusterSettings } from '@skein/cluster';
import { ApiError } from '@skein/errors';
import type { PointInTimeSpec } from '@skein/search';
import { CLUSTER, readSetting } from '@skein/settings';
import type {
  ClosedPointInTime,
  OpenedPointInTime,
  OpenPointInTime,
  PointInTimeCall,
  SearchCall,
} from '../contract.js';
import type { SearchCaller } from '../search_caller.js';
import { inPointInTime, type SearchGround } from '../search_ground.js';
import { readableTargets, type ShardToAsk, shardsToAsk } from '../search_targets.js';
import { phaseFailed } from '../shard_failures.js';
import { shardsJson } from '../shards_json.js';
import {
  keepAliveTooLong,
  searchWithoutContext,
  tooManyContexts,
  unusable,
} from './context_errors.js';
import { parseContextId } from './context_id.js';
import { HeldShards } from './held_shards.js';
import { closeContexts, listHere } from './local_contexts.js';

export async function openPointInTime(
  call: PointInTimeCall,
  { options, parts }: SearchCaller,
): Promise<OpenedPointInTime> {
  const state = parts.masterService.state();
  checkKeepAlive(call.keepAliveMs, { options, parts });
  const { targets } = readableTargets(state, call, { ...options, security: parts.security });
  const all = shardsToAsk(targets, call.preference);
  const { maxOpenPit } = CLUSTER.search;
  const most = readSetting(clusterSettings(state), maxOpenPit);
  const refusal = () => tooManyContexts('Point In Time', most, maxOpenPit.key);
  return parts.contexts.pointsInTime.admit({ shards: all.length, most, refusal }, () =>
    holdShards(call, { state, all }, { options, parts }),
  );
}

async function holdShards(
  call: PointInTimeCall,
  { state, all }: { readonly state: ClusterState; readonly all: readonly ShardToAsk[] },
  { options, parts }: SearchCaller,
): Promise<OpenedPointInTime> {
  const { shardRouter } = parts;
  const held = await HeldShards.hold(all, {
    ...options,
    shardRouter,
    copies: (shard) => shardRouter.copies(state, shard, call.preference),
    purpose: 'point_in_time',
  });
  const failures = all.flatMap((shard) => {
    const error = held.failureOf(shard);
    return error ? [{ shard, nodeId: undefined, error }] : [];
  });
  if (failures.length > 0 && (!call.allowPartial || failures.length === all.length)) {
    held.release();
    throw phaseFailed('create_pit', 'Partial shards failure', failures);
  }
  const shards = all.filter((shard) => held.failureOf(shard) === undefined);
  const { identity } = options;
  const { keepAliveMs } = call;
  const { text, createdMs } = parts.contexts.pointsInTime.open({
    identity,
    keepAliveMs,
    held,
    content: { shards },
  });
  const told = { total: all.length, successful: shards.length, failures };
  return { id: text, shards: shardsJson(told), createdMs };
}

/** Points in time of this node come first. */
export async function listPointsInTime(caller: SearchCaller): Promise<readonly OpenPointInTime[]> {
  const elsewhere = await caller.parts.remoteContexts.list(caller.options);
  return [...listHere(caller), ...elsewhere];
}

/** `ids`: undefined closes all of the caller's. */
export async function closePointsInTime(
  ids: readonly string[] | undefined,
  caller: SearchCaller,
): Promise<readonly ClosedPointInTime[]> {
  for (const id of ids ?? []) readPitId(id);
  return closeContexts('pit', ids, caller);
}

/** Searches a point in time, which cannot expire meanwhile. */
export function pointInTimeGround<R>(
  call: SearchCall,
  pit: PointInTimeSpec,
  { options, parts }: SearchCaller,
  search: (ground: SearchGround) => Promise<R>,
): Promise<R> {
  refuseOtherTargets(call);
  const { number } = readPitId(pit.id);
  const { pointsInTime } = parts.contexts;
  const context = pointsInTime.find(pit.id, options.identity);
  if (context === undefined) throw searchWithoutContext(number);
  if (pit.keepAliveMs !== undefined) checkKeepAlive(pit.keepAliveMs, { options, parts });
  const { shards } = context.content;
  const indexNames = [...new Set(shards.map(({ index }) => index.name))];
  parts.security.authorizeIndices(options.identity, 'indices:read', indexNames);
  const ground = {
    state: parts.masterService.state(),
    indexNames,
    shards,
    source: context.held,
    narrow: inPointInTime(shards),
  };
  return pointsInTime.use(context, pit.keepAliveMs, () => search(ground));
}

export function readPitId(text: string) {
  const id = parseContextId('pit', text);
  if (id !== undefined) return id;
  throw new ApiError('illegal_argument_exception', `invalid id: [${text}]`);
}

function checkKeepAlive(keepAliveMs: number, { parts }: SearchCaller): void {
  const { pitMaxKeepAlive } = CLUSTER.search;
  const most = readSetting(clusterSettings(parts.masterService.state()), pitMaxKeepAlive);
  if (keepAliveMs > most) throw keepAliveTooLong(keepAliveMs, most, pitMaxKeepAlive.key);
}

/** Refuses other targets, because the point in time defines what is searched. */
function refuseOtherTargets({ target, routing, preference }: SearchCall): void {
  const { indices, ignoreUnavailable, allowNoIndices, expandWildcards } = target;
  const options = [ignoreUnavailable, allowNoIndices, expandWildcards];
  unusable([
    [indices.length > 0, '[indices] cannot be used with point in time'],
    [
      options.some((option) => option !== undefined),
      '[indicesOptions] cannot be used with point in time',
    ],
    [routing !== undefined, '[routing] cannot be used with point in time'],
    [preference !== undefined, '[preference] cannot be used with point in time'],
  ]);
}
