/**
 * Scrolls: a search whose hits are read page by page from one point in time. Each shard is asked for what comes after its last hit on the pages
 * before; totals and scores are those of the first page.
 */
import { clusterSettings } from '@skein/cluster';
import { ApiError } from '@skein/errors';
import { DEFAULT_TRACK_TOTAL_HITS, type MergedResult, type ShardHit } from '@skein/search';
import { CLUSTER, readSetting } from '@skein/settings';
import type { ScrollCall, ScrollPageCall, SearchAnswer } from '../mod.js';
import {
  answerOf,
  type FoundPage,
  findPage,
  type PlannedSearch,
  prepareSearch,
  type SearchCaller,
} from '../search.js';
import { currentGround } from '../search_ground.js';
import type { ShardToAsk } from '../search_targets.js';
import {
  failedEverywhere,
  keepAliveTooLong,
  searchWithoutContext,
  tooManyContexts,
  unusable,
} from './context_errors.js';
import { parseContextId } from './context_id.js';
import { HeldShards } from './held_shards.js';
import { closeContexts } from './local_contexts.js';

/** What is kept of a scroll beside its shards. */
export interface Scroll {
  readonly call: ScrollCall;
  readonly planned: PlannedSearch;
  /** When the first page was asked for: `now` of its query. */
  readonly nowMs: number;
  readonly last: Map<ShardToAsk, ShardHit>;
  /** Of the first page. */
  readonly first: Pick<MergedResult, 'total' | 'maxScore'>;
  /** Pages are read one after another. */
  turn: Promise<unknown>;
}

/** The first page; without any shard there is nothing to go on with. */
export async function openScroll(call: ScrollCall, caller: SearchCaller): Promise<SearchAnswer> {
  const { parts, options } = caller;
  const startMs = parts.clock.monotonicMs();
  refuseUnscrollable(call);
  const whole = { ...call, request: { ...call.request, trackTotalHits: Number.POSITIVE_INFINITY } };
  const current = currentGround(whole, caller);
  checkKeepAlive(call.keepAliveMs, caller);
  admit(current.shards.length, caller);
  const { shardRouter } = parts;
  const held = await HeldShards.hold(current.shards, {
    ...options,
    shardRouter,
    copies: (shard) => shardRouter.copies(current.state, shard, call.preference),
    purpose: 'scroll',
  });
  try {
    const planned = await prepareSearch(whole, { ...current, source: held }, caller);
    const last = new Map<ShardToAsk, ShardHit>();
    const page = await findPage(whole, pageOf(planned, last, false), caller);
    remember(last, page, planned.ground.shards);
    const shards = page.answered.map(({ shard }) => shard);
    if (shards.length === 0) return rendered(page, { id: undefined, call: whole, startMs, caller });
    const ground = { ...planned.ground, shards };
    const { total, maxScore } = page.merged;
    const { text } = parts.contexts.scrolls.open({
      identity: options.identity,
      keepAliveMs: call.keepAliveMs,
      held,
      content: {
        call: whole,
        planned: { ...planned, ground },
        nowMs: options.nowMs,
        last,
        first: { total, maxScore },
        turn: Promise.resolve(),
      },
    });
    return rendered(page, { id: text, call: whole, startMs, caller });
  } catch (thrown) {
    held.release();
    throw thrown;
  }
}

export function nextPage(call: ScrollPageCall, caller: SearchCaller): Promise<SearchAnswer> {
  const { parts, options } = caller;
  const owner = parts.remoteContexts.ownerOf('scroll', call.id);
  if (owner !== undefined) return parts.remoteContexts.nextPage(owner, call, options);
  const startMs = parts.clock.monotonicMs();
  const { number } = readScrollId(call.id);
  const { scrolls } = parts.contexts;
  const context = scrolls.find(call.id, options.identity);
  if (context === undefined) throw searchWithoutContext(number);
  if (call.keepAliveMs !== undefined) {
    checkKeepAlive(call.keepAliveMs, caller);
  }
  const { content, text } = context;
  const { planned } = content;
  parts.security.authorizeIndices(options.identity, 'indices:read', planned.ground.indexNames);
  return scrolls.use(context, call.keepAliveMs, () => {
    const answer = content.turn.then(async () => {
      const asked = pageOf(planned, content.last, true);
      const then = { ...caller, options: { ...options, nowMs: content.nowMs } };
      const page = await findPage(content.call, asked, then);
      remember(content.last, page, planned.ground.shards);
      const whole = { ...page, merged: { ...page.merged, ...content.first } };
      const restTotalHitsAsInt = call.restTotalHitsAsInt;
      return rendered(whole, { id: text, call: { restTotalHitsAsInt }, startMs, caller });
    });
    content.turn = answer.catch(() => undefined);
    return answer;
  });
}

/** How many shards were let go. `ids`: `undefined` for all of the caller's. */
export async function clearScrolls(
  ids: readonly string[] | undefined,
  caller: SearchCaller,
): Promise<number> {
  for (const id of ids ?? []) readScrollId(id);
  const closed = await closeContexts('scroll', ids, caller);
  return closed.reduce((freed, { shards }) => freed + shards, 0);
}

function pageOf(
  planned: PlannedSearch,
  last: ReadonlyMap<ShardToAsk, ShardHit>,
  counted: boolean,
): PlannedSearch {
  return {
    ...planned,
    requestFor: (shard) => ({
      ...planned.requestFor(shard),
      scroll: { after: last.get(shard), counted },
    }),
  };
}

/** Where each shard goes on: after its last hit on this page. */
function remember(
  last: Map<ShardToAsk, ShardHit>,
  { merged }: FoundPage,
  shards: readonly ShardToAsk[],
): void {
  for (const { shardIndex, hit } of merged.hits) {
    const shard = shards[shardIndex];
    if (shard !== undefined) last.set(shard, hit);
  }
}

interface Rendering {
  /** `undefined`: there is nothing to go on with. */
  readonly id: string | undefined;
  readonly call: Pick<ScrollCall, 'restTotalHitsAsInt'>;
  readonly startMs: number;
  readonly caller: SearchCaller;
}

function rendered(page: FoundPage, { id, call, startMs, caller }: Rendering): SearchAnswer {
  return answerOf(page, {
    tookMs: caller.parts.clock.monotonicMs() - startMs,
    totalHitsAsInt: call.restTotalHitsAsInt,
    status: undefined,
    context: id === undefined ? undefined : { name: '_scroll_id', id },
  });
}

function readScrollId(text: string) {
  const id = parseContextId('scroll', text);
  if (id !== undefined) return id;
  throw new ApiError('illegal_argument_exception', 'Cannot parse scroll id');
}

function refuseUnscrollable({ request, requestCache }: ScrollCall): void {
  const { trackTotalHits } = request;
  const isCounted =
    trackTotalHits === Number.POSITIVE_INFINITY || trackTotalHits === DEFAULT_TRACK_TOTAL_HITS;
  unusable([
    [!isCounted, 'disabling [track_total_hits] is not allowed in a scroll context'],
    [request.from > 0, 'using [from] is not allowed in a scroll context'],
    [request.size === 0, '[size] cannot be [0] in a scroll context'],
    [request.rescores.length > 0, 'using [rescore] is not allowed in a scroll context'],
    [requestCache, '[request_cache] cannot be used in a scroll context'],
    [request.pit !== undefined, 'using [point in time] is not allowed in a scroll context'],
  ]);
}

function checkKeepAlive(keepAliveMs: number, { parts }: SearchCaller): void {
  const { maxKeepAlive } = CLUSTER.search;
  const most = readSetting(clusterSettings(parts.masterService.state()), maxKeepAlive);
  if (keepAliveMs <= most) return;
  throw failedEverywhere(keepAliveTooLong(keepAliveMs, most, maxKeepAlive.key));
}

function admit(shards: number, { parts }: SearchCaller): void {
  const { maxOpenScroll } = CLUSTER.search;
  const most = readSetting(clusterSettings(parts.masterService.state()), maxOpenScroll);
  if (parts.contexts.scrolls.shardCount + shards <= most) return;
  throw failedEverywhere(tooManyContexts('scroll', most, maxOpenScroll.key));
}
