/** Chooses the place of this node where a search runs. */
import type {
  ShardFetchRequest,
  ShardFetchResult,
  ShardSearchCall,
  ShardSearchReply,
} from '@skein/search';
import type { SearchSlot } from '../threads/search_slot.js';
import type { SearchThreads } from '../threads/search_threads.js';
import type { MainThread } from './main_thread.js';
import type { AskedOf, LocalPoint } from './search_place.js';

interface SearchPlacesParts {
  readonly mainThread: Pick<MainThread, 'search' | 'fetch' | 'forget'>;
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
  search(point: LocalPoint, asked: AskedOf<ShardSearchCall>): Promise<ShardSearchReply> {
    return this.#placed(
      asked.signal,
      (mainThread) => mainThread.search(point, asked),
      (slot) => {
        const { mailbox, messages } = slot;
        slot.underWay = { point, signal: asked.signal };
        return mailbox.search(point, asked) ?? messages.search(point, asked);
      },
    );
  }

  /** Reads the hits of a search of several shards, on the main thread if it searched them. */
  fetch(point: LocalPoint, asked: AskedOf<ShardFetchRequest>): Promise<ShardFetchResult> {
    const { request, signal } = asked;
    return this.#placed(
      signal,
      (mainThread) => mainThread.fetch(point, asked),
      ({ mailbox, messages }) =>
        mailbox.call('fetch', point, request) ?? messages.call('fetch', point, request),
    );
  }

  /** Runs a call on the main thread if that takes it, otherwise in a search thread. */
  async #placed<Reply>(
    signal: AbortSignal,
    here: (mainThread: SearchPlacesParts['mainThread']) => Reply | undefined,
    inThread: (slot: SearchSlot) => Promise<Reply>,
  ): Promise<Reply> {
    const { mainThread, threads } = this.#parts;
    signal.throwIfAborted();
    const reply = here(mainThread);
    if (reply === undefined) return threads.using(signal, inThread);
    threads.completedElsewhere();
    return reply;
  }

  /** Forgets a point in time that no search reads any more. */
  forget(key: string, snapshotVersion: number): void {
    this.#parts.mainThread.forget(key, snapshotVersion);
    this.#parts.threads.forget(key, snapshotVersion);
  }
}
