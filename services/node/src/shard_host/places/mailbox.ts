/** A search thread, reached through shared memory. */
import type { ShardSearchCall, ShardSearchReply } from '@skein/search';
import type { CallReply, CallRequest, SearchCalls } from '@skein/shard';
import type { MailCaller } from '../threads/mail_channel.js';
import { MAILED_CALLS, type MailedCall } from '../threads/thread_calls.js';
import type { KnownPoints } from './known_points.js';
import type { AskedOf, LocalPoint, SearchPlace } from './search_place.js';

export type CallMail = MailCaller<CallRequest, CallReply>;

interface MailboxParts {
  readonly mail: CallMail;
  readonly points: KnownPoints;
  /** Id of the call under way. */
  readonly cancelId: () => number;
}

export class Mailbox implements SearchPlace<LocalPoint> {
  readonly #parts: MailboxParts;

  constructor(parts: MailboxParts) {
    this.#parts = parts;
  }

  search(
    point: LocalPoint,
    { request }: AskedOf<ShardSearchCall>,
  ): Promise<ShardSearchReply> | undefined {
    return this.call('search', point, request);
  }

  /** Undefined if the thread does not have the point in time open, or the call is too long. */
  call<K extends MailedCall>(
    kind: K,
    point: LocalPoint,
    request: SearchCalls[K]['request'],
  ): Promise<SearchCalls[K]['reply']> | undefined {
    const { mail, points, cancelId } = this.#parts;
    const handle = points.handleOf(point);
    if (handle === undefined) return undefined;
    const envelope = { kind: MAILED_CALLS.indexOf(kind), handle, cancelId: cancelId() };
    // The mail's type covers the replies of all calls.
    return mail.call(envelope, request) as Promise<SearchCalls[K]['reply']> | undefined;
  }
}
