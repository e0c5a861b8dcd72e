/** All that searches keep open on this node between requests. */
import type { FoundPage } from '../found_page.js';
import type { SearchCaller } from '../search_caller.js';
import type { ShardToAsk } from '../search_targets.js';
import { ContextTable, type ContextTableParts } from './context_table.js';

export class SearchContexts {
  readonly scrolls: ContextTable<Scroll>;
  readonly pointsInTime: ContextTable<PointInTime>;

  constructor(parts: ContextTableParts) {
    this.scrolls = new ContextTable('scroll', parts);
    this.pointsInTime = new ContextTable('pit', parts);
  }

  /** After shards have gone. */
  dropLost(): void {
    this.scrolls.dropLost();
    this.pointsInTime.dropLost();
  }

  closeAll(): void {
    this.scrolls.closeAll();
    this.pointsInTime.closeAll();
  }
}

/** What is kept of a point in time beside its shards. */
export interface PointInTime {
  readonly shards: readonly ShardToAsk[];
}

/** A search read page by page. */
export interface PageWalk {
  readonly indexNames: readonly string[];
  /** Pages are asked for one after another. */
  next(caller: SearchCaller): Promise<FoundPage>;
}

/** What is kept of a scroll beside its shards. */
export interface Scroll {
  readonly walk: PageWalk;
  /** Pages are read one after another. */
  turn: Promise<unknown>;
}
