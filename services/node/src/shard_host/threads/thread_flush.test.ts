/** The ends of a flush in another thread, as the thread that waits for it learns them. */
import type { MessagePort } from 'node:worker_threads';
import { ApiError } from '@skein/errors';
import type { FlushJob } from '@skein/search_library';
import { flushDone, flushFailed, ThreadFlush } from './thread_flush.js';

interface Asked {
  readonly state: SharedArrayBuffer;
  readonly failure: MessagePort;
}

/** A flush, and the request that the main thread gets of it. */
function begin(answer: () => Promise<Record<string, never>> = () => new Promise(() => {})) {
  const asked: Asked[] = [];
  const job = { buffer: { source: new Uint8Array(8) } } as unknown as FlushJob;
  const host = {
    call: (_name: string, request: unknown) => {
      asked.push(request as Asked);
      return answer();
    },
  };
  const flush = new ThreadFlush({ path: 'index', job }, host as never);
  const [request] = asked;
  if (request === undefined) throw new Error('nothing was asked');
  return { flush, ...request };
}

test('the files are written', () => {
  const { flush, state } = begin();
  expect(flush.isOver).toBe(false);
  flushDone(state);
  expect(flush.isOver).toBe(true);
  flush.wait();
});

test('the flush has failed: the thread that waits gets the error', () => {
  const { flush, state, failure } = begin();
  flushFailed(state, failure, new ApiError('node_closed_exception', 'the thread has died'));
  expect(flush.isOver).toBe(true);
  expect(() => flush.wait()).toThrow('the thread has died');
});

test('a thread that dies after it has written the files has not failed', () => {
  const { flush, state, failure } = begin();
  flushDone(state);
  flushFailed(state, failure, new ApiError('node_closed_exception', 'the thread has died'));
  flush.wait();
});

test('the call itself has failed', async () => {
  const { flush } = begin(() => Promise.reject(new Error('no channel')));
  await new Promise(setImmediate);
  expect(() => flush.wait()).toThrow('a flush in another thread has failed');
});
