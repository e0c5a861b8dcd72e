/** All contexts that searches keep open on this node between requests. */
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

  /** Call it after shards have been closed. */
  dropLost(): void {
    this.scrolls.dropLost();
    this.pointsInTime.dropLost();
  }

  closeAll(): void {
    this.scrolls.closeAll();
    this.pointsInTime.closeAll();
  }
}

/** The content of a point in time beside its shards. */
interface PointInTime {
  readonly shards: readonly ShardToAsk[];
}

/** A search read page by page. */
interface PageWalk {
  readonly indexNames: readonly string[];
  /** Call it for one page after another. */
  next(caller: SearchCaller): Promise<FoundPage>;
}

/** The content of a scroll beside its shards. */
export interface Scroll {
  readonly walk: PageWalk;
  /** Settles after the last page; pages are read one after another. */
  turn: Promise<unknown>;
}
