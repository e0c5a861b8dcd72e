/**
 * A block that a thread asks for and waits for without a turn of its event loop: the answer comes in memory that both share. Whoever answers may come too late, when
 * nobody waits any more: it writes into memory that nobody reads.
 */
import { ApiError, fromPlainError, toPlainError } from '@skein/errors';

/** A stretch of a blob. */
export interface BlobPiece {
  readonly blob: string;
  readonly offset: number;
  readonly lengthBytes: number;
}

/** Plain data. */
export interface BlockAsk {
  /** In the cache. */
  readonly name: string;
  readonly lengthBytes: number;
  /** Where its bytes are in the repository, in order. */
  readonly pieces: readonly BlobPiece[];
  /** What the cache has is not what it should be: it is fetched again. */
  readonly anew: boolean;
  readonly answer: SharedArrayBuffer;
}

/** Blocks of one shard. */
export interface BlocksAsk {
  readonly repository: string;
  readonly blocks: readonly BlockAsk[];
}

/** Words before the bytes: what became of it, and how long what follows is. */
const STATE = 0;
const LENGTH = 1;
const HEADER_BYTES = 2 * Int32Array.BYTES_PER_ELEMENT;
const WAITED_FOR = 0;
/** Somebody is writing the answer. */
const CLAIMED = -1;
const THERE = 1;
const FAILED = 2;
/** An error has room even where the block is short. */
const LEAST_BYTES = 1024;
/** The waiting thread looks now and then whether it is to go on waiting. */
const LOOK_MS = 50;

export function answerMemory(lengthBytes: number): SharedArrayBuffer {
  return new SharedArrayBuffer(HEADER_BYTES + Math.max(LEAST_BYTES, lengthBytes));
}

export function answerBlock(answer: SharedArrayBuffer, bytes: Uint8Array): void {
  settle(answer, THERE, bytes);
}

/** Of an answer that was given already nothing changes. */
export function failBlock(answer: SharedArrayBuffer, error: ApiError): void {
  const room = answer.byteLength - HEADER_BYTES;
  const whole = Buffer.from(JSON.stringify(toPlainError(error)));
  const bytes = whole.length <= room ? whole : Buffer.from(shortened(error, room));
  settle(answer, FAILED, bytes);
}

function settle(answer: SharedArrayBuffer, state: number, bytes: Uint8Array): void {
  const words = new Int32Array(answer, 0, 2);
  if (Atomics.compareExchange(words, STATE, WAITED_FOR, CLAIMED) !== WAITED_FOR) return;
  new Uint8Array(answer, HEADER_BYTES).set(bytes);
  Atomics.store(words, LENGTH, bytes.length);
  Atomics.store(words, STATE, state);
  Atomics.notify(words, STATE);
}

function shortened({ type, reason }: ApiError, room: number): string {
  // A character of the reason takes up to six bytes as JSON.
  const kept = reason.slice(0, Math.floor(room / 6) - 64);
  return JSON.stringify(toPlainError(new ApiError(type, kept)));
}

export interface Patience {
  /** Throws when nobody wants the block any more. */
  readonly checkWanted: () => void;
  readonly patienceMs: number;
  readonly monotonicMs: () => number;
}

/** The bytes of the block. Throws what went wrong, and `receive_timeout_transport_exception` when no answer comes in time. */
export function awaitBlock({ name, answer }: BlockAsk, patience: Patience): Uint8Array {
  const words = new Int32Array(answer, 0, 2);
  const { patienceMs, monotonicMs, checkWanted } = patience;
  const deadlineMs = monotonicMs() + patienceMs;
  for (;;) {
    const state = Atomics.load(words, STATE);
    if (state > WAITED_FOR) break;
    checkWanted();
    const leftMs = deadlineMs - monotonicMs();
    if (leftMs <= 0) throw tooLate(name, patienceMs);
    Atomics.wait(words, STATE, state, Math.min(LOOK_MS, leftMs));
  }
  const bytes = new Uint8Array(answer, HEADER_BYTES, Atomics.load(words, LENGTH));
  if (Atomics.load(words, STATE) === THERE) return bytes;
  throw fromPlainError(JSON.parse(Buffer.from(bytes).toString()));
}

function tooLate(name: string, patienceMs: number): ApiError {
  return new ApiError(
    'receive_timeout_transport_exception',
    `block [${name}] of a searchable snapshot was not fetched within [${patienceMs}ms]`,
  );
}
