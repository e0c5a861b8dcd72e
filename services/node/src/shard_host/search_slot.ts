/** One search thread as the main thread sees it: what it has open, and the two ways to it. */
import type { Timers } from '@skein/base';
import { fromPlainError } from '@skein/errors';
import type { MailboxCaller } from '@skein/platform';
import type { OneShardSearch } from '@skein/search';
import type { ReaderSnapshot } from '@skein/search_library';
import type { SearchCalls } from '@skein/shard';
import type { AnswerMailboxWriter } from './answer_mailbox.js';
import type { AnswerReply } from './contract.js';
import {
  type AnswerMessage,
  CANCELLED,
  type SearchThreadCalls,
  type ShardContext,
} from './thread_calls.js';
import type { ThreadLink } from './thread_link.js';

/** How long a cancelled call may go on before its thread is ended. */
const CANCEL_GRACE_MS = 5_000;

/** A call about a point in time. */
export interface PointedCall<Request> {
  readonly key: string;
  readonly snapshot: ReaderSnapshot;
  readonly index: IndexVersion;
  readonly request: Request;
}

/** What the phases need to know of the index, made only for a thread that has not got this version. */
export interface IndexVersion {
  readonly version: string;
  context(): ShardContext;
}

export interface SearchSlot {
  readonly link: ThreadLink<SearchThreadCalls>;
  readonly cancelFlag: Int32Array;
  readonly mailbox: MailboxCaller;
  readonly mail: AnswerMailboxWriter;
  /** Points in time the thread has open, by `key@version`. */
  readonly known: Map<string, KnownPoint>;
  readonly lane: number;
  /** Names the next point in time it opens. */
  nextHandle: number;
}

interface KnownPoint {
  readonly handle: number;
  /** The version of the index the thread knows. */
  readonly indexVersion: string;
}

/** Sends what the thread needs to open the point in time along, unless it has it. */
export async function sendOpening<K extends 'answer' | keyof SearchCalls>(
  slot: SearchSlot,
  kind: K,
  { cancelId, call }: { readonly cancelId: number; readonly call: PointedCall<unknown> },
): Promise<SearchThreadCalls[K]['reply']> {
  const { key, snapshot, index, request } = call;
  const name = pointName(key, snapshot);
  const known = slot.known.get(name);
  const handle = known?.handle ?? slot.nextHandle++;
  const opening =
    known?.indexVersion === index.version
      ? undefined
      : { handle, snapshot, context: index.context() };
  const message = { key, snapshotVersion: snapshot.version, opening, cancelId, request };
  const reply = await send(slot, kind, message as never);
  slot.known.set(name, { handle, indexVersion: index.version });
  return reply as SearchThreadCalls[K]['reply'];
}

/** Raises the flag when the caller goes away, and ends the thread when that does not help. */
export function watchCall(
  slot: SearchSlot,
  { cancelId, signal }: { readonly cancelId: number; readonly signal: AbortSignal },
  timers: Timers,
): () => void {
  let grace: { cancel(): void } | undefined;
  const onAbort = () => {
    Atomics.store(slot.cancelFlag, CANCELLED, cancelId);
    grace = timers.after(CANCEL_GRACE_MS, () => {
      void slot.link.kill();
    });
  };
  signal.addEventListener('abort', onAbort, { once: true });
  return () => {
    signal.removeEventListener('abort', onAbort);
    grace?.cancel();
  };
}

export function pointName(key: string, { version }: Pick<ReaderSnapshot, 'version'>): string {
  return `${key}@${version}`;
}

/** A message, for which a thread that waits at its mailbox is sent to its event loop. */
export function send<K extends keyof SearchThreadCalls & string>(
  { link, mailbox }: SearchSlot,
  kind: K,
  request: SearchThreadCalls[K]['request'],
): Promise<SearchThreadCalls[K]['reply']> {
  const reply = link.channel.call(kind, request as never);
  mailbox.interrupt();
  return reply as Promise<SearchThreadCalls[K]['reply']>;
}

/** `undefined` when it cannot go by mailbox. */
export async function mailSearch(
  slot: SearchSlot,
  { cancelId, call }: { readonly cancelId: number; readonly call: PointedCall<OneShardSearch> },
): Promise<AnswerReply | undefined> {
  const { key, snapshot, index, request } = call;
  const known = slot.known.get(pointName(key, snapshot));
  if (known?.indexVersion !== index.version) return undefined;
  const length = slot.mail.write({ handle: known.handle, cancelId, search: request });
  if (length === undefined) return undefined;
  const answer = slot.mail.read(await slot.mailbox.call(length));
  if (answer === undefined) return received(await send(slot, 'collect_answer', {}));
  return { kind: 'answered', ...answer };
}

export function received(message: AnswerMessage): AnswerReply {
  return message.kind === 'malformed'
    ? { kind: 'malformed', error: fromPlainError(message.error) }
    : message;
}
