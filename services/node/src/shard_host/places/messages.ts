/** A search thread, reached by messages, which carry the data for opening a point in time. */
import type { Transferable } from 'node:worker_threads';
import type { ShardSearchCall, ShardSearchReply } from '@skein/search';
import { packCall, type SearchCalls, unpackReply } from '@skein/shard';
import type {
  HelpRequest,
  LocatedSearchCalls,
  SearchThreadCalls,
} from '../threads/thread_calls.js';
import type { CallsTo, ThreadLink } from '../threads/thread_link.js';
import type { KnownPoints } from './known_points.js';
import type { CallMail } from './mailbox.js';
import type { AskedOf, LocalPoint, SearchPlace } from './search_place.js';

interface MessagesParts {
  readonly link: ThreadLink<SearchThreadCalls>;
  /** The mailbox that the thread may be waiting at. */
  readonly mail: Pick<CallMail, 'interrupt'>;
  readonly points: KnownPoints;
  /** Id of the call under way. */
  readonly cancelId: () => number;
}

export class Messages implements SearchPlace<LocalPoint> {
  readonly #parts: MessagesParts;

  constructor(parts: MessagesParts) {
    this.#parts = parts;
  }

  search(point: LocalPoint, { request }: AskedOf<ShardSearchCall>): Promise<ShardSearchReply> {
    return this.call('search', point, request);
  }

  /** Makes any call on a point in time. */
  async call<K extends keyof SearchCalls>(
    kind: K,
    point: LocalPoint,
    request: SearchCalls[K]['request'],
  ): Promise<SearchCalls[K]['reply']> {
    const message = this.#located(point, packCall(request));
    const { link, mail } = this.#parts;
    const thread: CallsTo<LocatedSearchCalls> = link.channel;
    const answer = thread.call(kind, message);
    mail.interrupt();
    const reply = await answer;
    if (message.opening !== undefined) this.#parts.points.opened(point, message.handle);
    return unpackReply(reply);
  }

  #located<Request>(point: LocalPoint, request: Request) {
    const { points, cancelId } = this.#parts;
    const open = points.handleOf(point);
    const handle = open ?? points.handleToOpen(point);
    const { key, snapshot, index } = point;
    const opening = open === undefined ? { key, snapshot, context: index.context() } : undefined;
    return { handle, opening, cancelId: cancelId(), request };
  }

  /** Asks the thread to help with a search of another one. */
  async help(point: LocalPoint, request: HelpRequest): Promise<void> {
    const message = this.#located(point, request);
    await this.send('help', message, [request.reply]);
    if (message.opening !== undefined) this.#parts.points.opened(point, message.handle);
  }

  /** Makes any call. A thread waiting at its mailbox is sent back to its event loop. */
  send<K extends keyof SearchThreadCalls & string>(
    kind: K,
    request: SearchThreadCalls[K]['request'],
    transfer: readonly Transferable[] = [],
  ): Promise<SearchThreadCalls[K]['reply']> {
    const { link, mail } = this.#parts;
    const reply = link.channel.call(kind, request, transfer);
    mail.interrupt();
    return reply;
  }
}
