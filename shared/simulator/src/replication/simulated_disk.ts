/** A node's disk, which holds at most one copy of the shard, and the views of its content. */
import type { StoreAction, StoreResult, StoreStatus } from '@skein/cluster';
import type { SeededRandom } from '../seeded_random.js';
import type { StoreContent } from './store_content.js';

export interface SimulatedDisk {
  /** The copy that the files belong to; `undefined` when there are none. */
  allocationId: string | undefined;
  readonly status: StoreStatus;
  readonly current: StoreContent;
  /** The content that a crash now would leave, at least. */
  readonly durable: StoreContent;
  /** Gives the files to another allocation; an empty primary begins with none. */
  assign(allocationId: string, empty: boolean): void;
  /** The process ends; any data that was not durable may be lost, too. */
  crash(random: SeededRandom): void;
  /** Drops some of the history. */
  flush(random: SeededRandom): void;
  perform(action: StoreAction): StoreResult;
}
