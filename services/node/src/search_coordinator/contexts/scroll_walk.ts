/**
 * A search read page by page from one point in time: each shard is asked for the hits after its
 * last one on the previous pages. Totals and scores are those of the first page.
 */
import type { MergedResult, ShardHit } from '@skein/search';
import type { SearchCall } from '../contract.js';
import { findPage } from '../find_page.js';
import type { FoundPage } from '../found_page.js';
import { prepareSearch } from '../search.js';
import type { SearchCaller } from '../search_caller.js';
import type { ReadySearch, SearchGround } from '../search_ground.js';
import type { ShardToAsk } from '../search_targets.js';
import { HeldShards } from './held_shards.js';

export class ScrollWalk {
  readonly held: HeldShards;
  readonly #call: SearchCall;
  /** Start time of the scroll, which is `now` in its query. */
  readonly #nowMs: number;
  readonly #last = new Map<ShardToAsk, ShardHit>();
  #planned: ReadySearch;
  /** Totals of the first page. */
  #first: Pick<MergedResult, 'total' | 'maxScore'> | undefined;

  private constructor(call: SearchCall, planned: ReadySearch, held: HeldShards, nowMs: number) {
    this.#call = call;
    this.#planned = planned;
    this.held = held;
    this.#nowMs = nowMs;
  }

  /**
   * Pins the shards; the caller must release `held`. All matches are counted, whatever the request
   * says.
   */
  static async begin(
    call: SearchCall,
    current: SearchGround,
    caller: SearchCaller,
  ): Promise<ScrollWalk> {
    const { shardRouter } = caller.parts;
    const { preference } = call;
    const held = await HeldShards.hold(current.shards, {
      ...caller.options,
      shardRouter,
      copies: (shard) => shardRouter.copies(current.state, shard, preference),
      purpose: 'scroll',
    });
    try {
      const request = { ...call.request, trackTotalHits: Number.POSITIVE_INFINITY };
      const whole = { ...call, request };
      const planned = await prepareSearch(whole, { ...current, source: held }, caller);
      return new ScrollWalk(whole, planned, held, caller.options.nowMs);
    } catch (thrown) {
      held.release();
      throw thrown;
    }
  }

  get indexNames(): readonly string[] {
    return this.#planned.ground.indexNames;
  }

  /** Number of shards that still take part; those that failed on the first page do not. */
  get shardCount(): number {
    return this.#planned.ground.shards.length;
  }

  /** Call it for one page after another. */
  async next(caller: SearchCaller): Promise<FoundPage> {
    const then = { ...caller, options: { ...caller.options, nowMs: this.#nowMs } };
    const page = await findPage(this.#call, this.#asked(), then);
    const { shards } = this.#planned.ground;
    for (const { shardIndex, hit } of page.merged.hits) {
      const shard = shards[shardIndex];
      if (shard !== undefined) this.#last.set(shard, hit);
    }
    if (this.#first) return { ...page, merged: { ...page.merged, ...this.#first } };
    const { total, maxScore } = page.merged;
    this.#first = { total, maxScore };
    const answered = page.answered.map(({ shard }) => shard);
    const ground = { ...this.#planned.ground, shards: answered };
    this.#planned = { ...this.#planned, ground };
    return page;
  }

  #asked(): ReadySearch {
    const planned = this.#planned;
    const counted = this.#first !== undefined;
    return {
      ...planned,
      requestFor: (shard) => ({
        ...planned.requestFor(shard),
        scroll: { after: this.#last.get(shard), counted },
      }),
    };
  }
}
