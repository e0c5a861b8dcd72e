/**
 * A request for a block for which a thread waits without returning to its event loop: the answer
 * arrives in shared memory. A late answer, for which no thread waits any more, is written to memory
 * that nothing reads.
 */
import { ApiError, fromPlainError, toPlainError } from '@skein/errors';

/** A range of a blob. */
export interface BlobPiece {
  readonly blob: string;
  readonly offset: number;
  readonly lengthBytes: number;
}

/** A request for one block. Plain data. */
export interface BlockAsk {
  /** Name of the block in the cache. */
  readonly name: string;
  readonly lengthBytes: number;
  /** The places of its bytes in the repository, in order. */
  readonly pieces: readonly BlobPiece[];
  /** True if the cached block is damaged and must be fetched again. */
  readonly anew: boolean;
  readonly answer: SharedArrayBuffer;
}

/** A request for blocks of one shard. */
export interface BlocksAsk {
  readonly repository: string;
  readonly blocks: readonly BlockAsk[];
}

/** Words in front of the bytes: the state, and the length of the bytes. */
const STATE = 0;
const LENGTH = 1;
const HEADER_BYTES = 2 * Int32Array.BYTES_PER_ELEMENT;
const WAITED_FOR = 0;
/** The answer is being written. */
const CLAIMED = -1;
const THERE = 1;
const FAILED = 2;
/** Least room for an answer, so that an error fits even if the block is short. */
const LEAST_BYTES = 1024;
/** Interval at which the waiting thread checks if it must still wait. */
const LOOK_MS = 50;

export function answerMemory(lengthBytes: number): SharedArrayBuffer {
  return new SharedArrayBuffer(HEADER_BYTES + Math.max(LEAST_BYTES, lengthBytes));
}

export function answerBlock(answer: SharedArrayBuffer, bytes: Uint8Array): void {
  settle(answer, THERE, bytes);
}

/** Writes an error as the answer. An answer that was given already stays unchanged. */
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
  // A character of the reason takes up to six bytes in JSON.
  const kept = reason.slice(0, Math.floor(room / 6) - 64);
  return JSON.stringify(toPlainError(new ApiError(type, kept)));
}

export interface Patience {
  /** Throws when the block is no longer wanted. */
  readonly checkWanted: () => void;
  readonly patienceMs: number;
  readonly monotonicMs: () => number;
}

/**
 * Waits for the bytes of the block. Throws the error in the answer, or
 * `receive_timeout_transport_exception` when no answer comes in time.
 */
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
