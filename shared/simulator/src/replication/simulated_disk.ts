/** A node's disk with room for one copy of the shard, and what is seen of it. */
import type { StoreAction, StoreResult, StoreStatus } from '@skein/cluster';
import type { SeededRandom } from '../seeded_random.js';
import type { StoreContent } from './store_content.js';

export interface SimulatedDisk {
  /** Whose copy the files are; undefined: there are none. */
  allocationId: string | undefined;
  readonly status: StoreStatus;
  readonly current: StoreContent;
  /** What a crash now would leave, at least. */
  readonly durable: StoreContent;
  /** Another allocation takes the files over; an empty primary begins with none. */
  assign(allocationId: string, empty: boolean): void;
  /** The process is gone; of what was not durable anything may be gone, too. */
  crash(random: SeededRandom): void;
  /** Some of the history may be forgotten. */
  flush(random: SeededRandom): void;
  perform(action: StoreAction): StoreResult;
}
