/** The search thread's end of the mailbox: searches read, answered and encoded here; what does not fit the mailbox is kept until it is collected. */
import { JsonBuffer } from '@skein/content';
import { ApiError, asApiError, toPlainError } from '@skein/errors';
import { MailboxCallee, type MailboxMemory, TransferReply } from '@skein/platform';
import type { OneShardSearch, SearchPlan } from '@skein/search';
import type { SearchShard } from '@skein/shard';
import { AnswerMailboxReader } from './answer_mailbox.js';
import { letGo } from './let_go.js';
import type { AnswerMessage } from './thread_calls.js';

/** The outcome of a mailed search, until it is collected. */
type Kept = { readonly message: AnswerMessage } | { readonly failure: ApiError };

/** What the service asks of its thread. */
export interface AnswerHost {
  /** Throws when the point in time is not here. */
  shard(handle: number): SearchShard;
  isCancelled(cancelId: number): () => boolean;
}

export class AnswerService {
  readonly #host: AnswerHost;
  readonly #callee: MailboxCallee;
  readonly #mail: AnswerMailboxReader;
  readonly #buffer = new JsonBuffer();
  #kept: Kept | undefined;

  constructor(memory: MailboxMemory, host: AnswerHost) {
    this.#host = host;
    this.#mail = new AnswerMailboxReader(memory);
    this.#callee = new MailboxCallee(memory, (request) => this.#answerMail(request));
  }

  /** Answers what lies in the mailbox, and what comes shortly after. */
  serve(): void {
    this.#callee.serve();
  }

  /** A search that came as a message. */
  answer(
    shard: SearchShard,
    search: OneShardSearch,
    isCancelled: () => boolean,
  ): AnswerMessage | TransferReply<AnswerMessage> {
    return transferred(this.#search(shard, search, isCancelled));
  }

  /** What the last mailed search came to. */
  collect(): AnswerMessage | TransferReply<AnswerMessage> {
    const kept = this.#kept;
    this.#kept = undefined;
    if (kept === undefined) throw new ApiError('illegal_state_exception', 'no answer is kept');
    if ('failure' in kept) throw kept.failure;
    return transferred(kept.message);
  }

  /** The reply's length, 0 when it has to be collected. */
  #answerMail(request: Uint8Array): number {
    try {
      const { handle, cancelId, search } = this.#mail.read(request);
      const isCancelled = this.#host.isCancelled(cancelId);
      const answer = this.#host.shard(handle).answer(search, isCancelled, this.#buffer);
      if (answer.kind === 'answered') {
        const length = this.#mail.write({ ...answer, bytes: this.#buffer.bytes });
        if (length > 0) return length;
        this.#kept = { message: { ...answer, bytes: this.#buffer.finish() } };
      } else this.#kept = { message: plain(answer) };
    } catch (thrown) {
      this.#kept = { failure: asApiError(thrown) };
    } finally {
      letGo();
      this.#buffer.clear();
    }
    return 0;
  }

  #search(shard: SearchShard, search: OneShardSearch, isCancelled: () => boolean): AnswerMessage {
    try {
      const answer = shard.answer(search, isCancelled, this.#buffer);
      if (answer.kind !== 'answered') return plain(answer);
      return { ...answer, bytes: this.#buffer.finish() };
    } finally {
      this.#buffer.clear();
    }
  }
}

function plain(
  answer:
    | { readonly kind: 'planned'; readonly plan: SearchPlan }
    | { readonly kind: 'malformed'; readonly error: ApiError },
): AnswerMessage {
  return answer.kind === 'planned'
    ? answer
    : { kind: 'malformed', error: toPlainError(answer.error) };
}

function transferred(message: AnswerMessage): AnswerMessage | TransferReply<AnswerMessage> {
  if (message.kind !== 'answered') return message;
  return new TransferReply(message, [message.bytes.buffer as ArrayBuffer]);
}
