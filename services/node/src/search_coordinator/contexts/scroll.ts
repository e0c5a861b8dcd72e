/**
 * Scrolls: an iteration through the hits of a search, kept open between its pages for its owner.
 */
import { clusterSettings } from '@skein/cluster';
import { ApiError } from '@skein/errors';
import { DEFAULT_TRACK_TOTAL_HITS } from '@skein/search';
import { CLUSTER, readSetting } from '@skein/settings';
import type { ScrollCall, ScrollPageCall, SearchAnswer } from '../contract.js';
import type { FoundPage } from '../found_page.js';
import { answerOf, endedSearch, shownPhases } from '../search.js';
import type { SearchCaller } from '../search_caller.js';
import { currentGround, type SearchGround } from '../search_ground.js';
import {
  failedEverywhere,
  keepAliveTooLong,
  searchWithoutContext,
  tooManyContexts,
  unusable,
} from './context_errors.js';
import { parseContextId } from './context_id.js';
import { closeContexts } from './local_contexts.js';
import { ScrollWalk } from './scroll_walk.js';

/** The first page; without any shard no scroll is opened. */
export async function openScroll(call: ScrollCall, caller: SearchCaller): Promise<SearchAnswer> {
  const { parts } = caller;
  const startMs = parts.clock.monotonicMs();
  refuseUnscrollable(call);
  const current = currentGround(call, caller);
  checkKeepAlive(call.keepAliveMs, caller);
  const { maxOpenScroll } = CLUSTER.search;
  const most = readSetting(clusterSettings(parts.masterService.state()), maxOpenScroll);
  const refusal = () => failedEverywhere(tooManyContexts('scroll', most, maxOpenScroll.key));
  const arrival = { shards: current.shards.length, most, refusal };
  return parts.contexts.scrolls.admit(arrival, () => firstPage(call, { current, startMs }, caller));
}

async function firstPage(
  call: ScrollCall,
  { current, startMs }: { readonly current: SearchGround; readonly startMs: number },
  caller: SearchCaller,
): Promise<SearchAnswer> {
  const { parts, options } = caller;
  const walk = await ScrollWalk.begin(call, current, caller);
  const { held } = walk;
  try {
    const page = await walk.next(caller);
    const tookMs = parts.clock.monotonicMs() - startMs;
    parts.endedSearches.ended(endedSearch(call, page, { tookMs, options }));
    const { restTotalHitsAsInt, keepAliveMs } = call;
    const phaseTook = shownPhases(call, page, caller);
    const rendering = { startMs, caller, restTotalHitsAsInt, phaseTook };
    if (walk.shardCount === 0) return rendered(page, { ...rendering, id: undefined });
    const content = { walk, turn: Promise.resolve() };
    const { identity } = options;
    const { text } = parts.contexts.scrolls.open({ identity, keepAliveMs, held, content });
    return rendered(page, { ...rendering, id: text });
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
  if (call.keepAliveMs !== undefined) checkKeepAlive(call.keepAliveMs, caller);
  const { content, text } = context;
  const { walk } = content;
  parts.security.authorizeIndices(options.identity, 'indices:read', walk.indexNames);
  const { restTotalHitsAsInt } = call;
  return scrolls.use(context, call.keepAliveMs, () => {
    const answer = content.turn.then(async () =>
      rendered(await walk.next(caller), { id: text, startMs, caller, restTotalHitsAsInt }),
    );
    content.turn = answer.catch(() => undefined);
    return answer;
  });
}

/** Returns the number of shards let go. `ids`: undefined for all of the caller's. */
export async function clearScrolls(
  ids: readonly string[] | undefined,
  caller: SearchCaller,
): Promise<number> {
  for (const id of ids ?? []) readScrollId(id);
  const closed = await closeContexts('scroll', ids, caller);
  return closed.reduce((freed, { shards }) => freed + shards, 0);
}

interface Rendering {
  /** Undefined if there are no further pages. */
  readonly id: string | undefined;
  readonly restTotalHitsAsInt: boolean;
  readonly startMs: number;
  readonly caller: SearchCaller;
  readonly phaseTook?: ReturnType<typeof shownPhases>;
}

function rendered(
  page: FoundPage,
  { id, restTotalHitsAsInt, startMs, caller, phaseTook }: Rendering,
): SearchAnswer {
  return answerOf(page, {
    tookMs: caller.parts.clock.monotonicMs() - startMs,
    totalHitsAsInt: restTotalHitsAsInt,
    status: undefined,
    context: id === undefined ? undefined : { name: '_scroll_id', id },
    phaseTook,
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
