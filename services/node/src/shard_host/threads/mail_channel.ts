/**
 * Calls through the mailbox of a thread, encoded by a codec. A request that is too long is sent as
 * a message instead. A reply that is too long, or a failure, is kept until a message collects it.
 * The channel knows nothing about the content of the calls.
 */
import { type ApiError, asApiError } from '@skein/errors';
import { MailboxCallee, MailboxCaller, type MailboxMemory, mailboxMemory } from '@skein/platform';

const REQUEST_BYTES = 64 * 1024;
const REPLY_BYTES = 256 * 1024;
/** Number of 32-bit integers. */
const ENVELOPE_WORDS = 3;
const ENVELOPE_BYTES = ENVELOPE_WORDS * Int32Array.BYTES_PER_ELEMENT;

/** The number of the kind of a call, its target, and the id that cancels it. */
export interface Envelope {
  readonly kind: number;
  readonly handle: number;
  readonly cancelId: number;
}

/**
 * Encoders return bytes that are valid until the next encoding; undefined if they would exceed
 * `mostBytes`. Decoded values may be views of the bytes given.
 */
export interface MailCodec<Request, Reply> {
  call(request: Request, mostBytes: number): Uint8Array | undefined;
  readCall(bytes: Uint8Array): Request;
  reply(reply: Reply, mostBytes: number): Uint8Array | undefined;
  readReply(bytes: Uint8Array): Reply;
}

export function mailMemory(): MailboxMemory {
  return mailboxMemory(REQUEST_BYTES, REPLY_BYTES);
}

interface MailCallerOptions<Request, Reply> {
  readonly codec: MailCodec<Request, Reply>;
  /** Makes the thread look into its mailbox. */
  readonly ring: () => void;
  /** Asks for the kept reply. */
  readonly collect: () => Promise<Reply>;
  /** Gives an encoded reply memory of its own. */
  readonly copyOf: (reply: Uint8Array) => Uint8Array;
}

export class MailCaller<Request, Reply> {
  readonly #mailbox: MailboxCaller;
  readonly #envelope: Int32Array;
  readonly #options: MailCallerOptions<Request, Reply>;

  constructor(memory: MailboxMemory, options: MailCallerOptions<Request, Reply>) {
    this.#mailbox = new MailboxCaller(memory, options.ring);
    this.#envelope = new Int32Array(memory.request, 0, ENVELOPE_WORDS);
    this.#options = options;
  }

  /** Undefined if the request is too long. No other call may be under way. */
  call(envelope: Envelope, request: Request): Promise<Reply> | undefined {
    const bytes = this.#options.codec.call(request, REQUEST_BYTES - ENVELOPE_BYTES);
    if (bytes === undefined) return undefined;
    this.#envelope[0] = envelope.kind;
    this.#envelope[1] = envelope.handle;
    this.#envelope[2] = envelope.cancelId;
    this.#mailbox.request.set(bytes, ENVELOPE_BYTES);
    return this.#answered(ENVELOPE_BYTES + bytes.length);
  }

  async #answered(requestBytes: number): Promise<Reply> {
    const { codec, collect, copyOf } = this.#options;
    const mailbox = this.#mailbox;
    const length = await mailbox.call(requestBytes);
    if (length === 0) return collect();
    return codec.readReply(copyOf(mailbox.reply.subarray(0, length)));
  }

  /** Call after sending a message to the thread, so that it is not left waiting at the mailbox. */
  interrupt(): void {
    this.#mailbox.interrupt();
  }

  /** Rejects the call under way, because the thread is gone. */
  fail(failure: Error): void {
    this.#mailbox.fail(failure);
  }
}

type Kept<Reply> = { readonly reply: Reply } | { readonly failure: ApiError };

interface MailCalleeOptions<Request, Reply> {
  readonly codec: MailCodec<Request, Reply>;
  readonly answer: (envelope: Envelope, request: Request) => Reply;
}

export class MailCallee<Request, Reply> {
  readonly #callee: MailboxCallee;
  readonly #options: MailCalleeOptions<Request, Reply>;
  readonly #envelope: Int32Array;
  /** A private copy of the request, so that decoded views do not change with the mailbox. */
  readonly #own = new Uint8Array(REQUEST_BYTES);
  #kept: Kept<Reply> | undefined;

  constructor(memory: MailboxMemory, options: MailCalleeOptions<Request, Reply>) {
    this.#options = options;
    this.#envelope = new Int32Array(memory.request, 0, ENVELOPE_WORDS);
    this.#callee = new MailboxCallee(memory, (request, reply) => this.#answer(request, reply));
  }

  /** Answers the request in the mailbox, and those that follow shortly after. */
  serve(): void {
    this.#callee.serve();
  }

  /**
   * The reply of the last call if it was not answered by mail; undefined if there is none. Throws
   * if that call failed.
   */
  collect(): Reply | undefined {
    const kept = this.#kept;
    this.#kept = undefined;
    if (kept === undefined) return undefined;
    if ('failure' in kept) throw kept.failure;
    return kept.reply;
  }

  #answer(request: Uint8Array, into: Uint8Array): number {
    const { codec, answer } = this.#options;
    const [kind = 0, handle = 0, cancelId = 0] = this.#envelope;
    this.#own.set(request);
    try {
      const call = codec.readCall(this.#own.subarray(ENVELOPE_BYTES, request.length));
      const reply = answer({ kind, handle, cancelId }, call);
      const bytes = codec.reply(reply, REPLY_BYTES);
      if (bytes === undefined) this.#kept = { reply };
      else {
        into.set(bytes);
        return bytes.length;
      }
    } catch (thrown) {
      this.#kept = { failure: asApiError(thrown) };
    }
    return 0;
  }
}
