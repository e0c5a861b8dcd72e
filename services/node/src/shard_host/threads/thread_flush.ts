/**
 * A flush that an engine thread has another thread run. The engine thread may have to wait for it
 * in the middle of a piece of work, so the end is a word of shared memory:
 *
 * - the thread of the flush sets it when the files are written;
 * - the main thread sets it if the call fails, also because the thread has died. It first sends the
 *   error through a port, which the engine thread reads without its event loop.
 */
import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { ApiError, fromPlainError, type PlainError, toPlainError } from '@skein/errors';
import { type FlushJob, type FlushRun, memoryOf } from '@skein/search_library';
import type { EngineHostCalls } from './thread_calls.js';
import type { CallsTo } from './thread_link.js';

/** States of the word. */
const RUNNING = 0;
const DONE = 1;
const FAILED = 2;

export class ThreadFlush implements FlushRun {
  readonly #word: Int32Array<SharedArrayBuffer>;
  readonly #port: MessagePort;

  /** Starts the flush. */
  constructor(
    { path, job }: { readonly path: string; readonly job: FlushJob },
    host: CallsTo<Pick<EngineHostCalls, 'flush'>>,
  ) {
    const { port1, port2: failure } = new MessageChannel();
    const state = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
    this.#word = new Int32Array(state);
    this.#port = port1;
    host
      .call('flush', { path, job, state, failure }, [...memoryOf(job), failure])
      .catch(() => end(state, FAILED));
  }

  get isOver(): boolean {
    return Atomics.load(this.#word, 0) !== RUNNING;
  }

  wait(): void {
    while (!this.isOver) Atomics.wait(this.#word, 0, RUNNING);
    const failed = Atomics.load(this.#word, 0) === FAILED;
    const received = failed ? receiveMessageOnPort(this.#port) : undefined;
    this.#port.close();
    // `flushFailed` sent it.
    if (received !== undefined) throw fromPlainError(received.message as PlainError);
    if (failed) throw new ApiError('node_closed_exception', 'a flush in another thread has failed');
  }
}

/** Called in the thread of the flush when the files are written. */
export function flushDone(state: SharedArrayBuffer): void {
  end(state, DONE);
}

/** Called when the call of the flush has failed. */
export function flushFailed(state: SharedArrayBuffer, port: MessagePort, error: ApiError): void {
  port.postMessage(toPlainError(error));
  end(state, FAILED);
}

/** The first end counts. */
function end(state: SharedArrayBuffer, how: typeof DONE | typeof FAILED): void {
  const word = new Int32Array(state);
  Atomics.compareExchange(word, 0, RUNNING, how);
  Atomics.notify(word, 0);
}
