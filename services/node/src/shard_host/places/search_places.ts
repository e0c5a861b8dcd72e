/** Chooses the place of this node where a search runs. */
import type { ShardSearchCall, ShardSearchReply } from '@skein/search';
import type { SearchThreads } from '../threads/search_threads.js';
import type { MainThread } from './main_thread.js';
import type { AskedOf, LocalPoint } from './search_place.js';

interface SearchPlacesParts {
  readonly mainThread: Pick<MainThread, 'search' | 'forget'>;
  readonly threads: Pick<SearchThreads, 'using' | 'completedElsewhere' | 'forget'>;
}

export class SearchPlaces {
  readonly #parts: SearchPlacesParts;

  constructor(parts: SearchPlacesParts) {
    this.#parts = parts;
  }

  /**
   * The main thread takes a search if its plan is light and all its data is in memory. Other
   * searches go to a search thread: through its mailbox if it has the point in time open and the
   * call is short, else as a message.
   */
  async search(point: LocalPoint, asked: AskedOf<ShardSearchCall>): Promise<ShardSearchReply> {
    const { mainThread, threads } = this.#parts;
    asked.signal.throwIfAborted();
    const reply = mainThread.search(point, asked);
    if (reply !== undefined) {
      threads.completedElsewhere();
      return reply;
    }
    return threads.using(asked.signal, (slot) => {
      const { mailbox, messages } = slot;
      slot.underWay = { point, signal: asked.signal };
      return mailbox.search(point, asked) ?? messages.search(point, asked);
    });
  }
  /** Forgets a point in time that no search reads any more. */
  forget(key: string, snapshotVersion: number): void {
    this.#parts.mainThread.forget(key, snapshotVersion);
    this.#parts.threads.forget(key, snapshotVersion);
  }
}
