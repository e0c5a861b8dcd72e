/** A search thread, reached through shared memory. */
import type { ShardSearchCall, ShardSearchReply } from '@skein/search';
import type { CallReply, CallRequest } from '@skein/shard';
import type { MailCaller } from '../threads/mail_channel.js';
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

  /** Undefined if the thread does not have the point in time open, or the call is too long. */
  search(
    point: LocalPoint,
    { request }: AskedOf<ShardSearchCall>,
  ): Promise<ShardSearchReply> | undefined {
    const { mail, points, cancelId } = this.#parts;
    const handle = points.handleOf(point);
    if (handle === undefined) return undefined;
    // The mail's type covers the replies of all calls.
    return mail.call({ handle, cancelId: cancelId() }, request) as
      | Promise<ShardSearchReply>
      | undefined;
  }
}
