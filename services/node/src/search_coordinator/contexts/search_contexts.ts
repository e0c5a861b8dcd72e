/** All that searches keep open on this node between requests. */
import { ContextTable, type ContextTableParts } from './context_table.js';
import type { PointInTime } from './point_in_time.js';
import type { Scroll } from './scroll.js';

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
