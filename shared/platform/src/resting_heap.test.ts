import { RestingHeap } from './resting_heap.js';

const MB = 1024 * 1024;

/** A thread whose heap keeps 10 MB when it is collected. */
class FakeThread {
  workedMs = 0;
  ms = 0;
  committedBytes = 30 * MB;
  usedBytes = 20 * MB;
  collections = 0;
  readonly heap = new RestingHeap({
    times: () => ({ workedMs: this.workedMs, ms: this.ms }),
    heap: () => ({ usedBytes: this.usedBytes, committedBytes: this.committedBytes }),
    collect: () => {
      this.collections++;
      // A collection is work of the thread, too.
      this.#pass(40, 40);
      this.committedBytes = 10 * MB;
      this.usedBytes = 8 * MB;
    },
  });

  /** One second with this much work, then a check. */
  second(workedMs: number): void {
    this.#pass(workedMs, 1000);
    this.heap.check();
  }

  #pass(workedMs: number, ms: number): void {
    this.workedMs += workedMs;
    this.ms += ms;
  }
}

test('a thread that comes to rest is collected once', () => {
  const thread = new FakeThread();
  for (const workedMs of [500, 900, 100]) thread.second(workedMs);
  expect(thread.collections).toBe(0);
  for (let i = 0; i < 10; i++) thread.second(0);
  expect(thread.collections).toBe(1);
  expect(thread.committedBytes).toBe(10 * MB);
});

test('it is collected again only when the heap has grown', () => {
  const thread = new FakeThread();
  for (let i = 0; i < 5; i++) thread.second(0);
  thread.second(800);
  for (let i = 0; i < 5; i++) thread.second(5);
  expect(thread.collections).toBe(1);
  thread.committedBytes = 19 * MB;
  thread.second(800);
  for (let i = 0; i < 5; i++) thread.second(5);
  expect(thread.collections).toBe(2);
});

test('a thread that never rests is left to V8', () => {
  const thread = new FakeThread();
  for (let i = 0; i < 20; i++) thread.second(i % 2 === 0 ? 0 : 30);
  expect(thread.collections).toBe(0);
});

test('a heap whose collection would take long is left to V8', () => {
  const thread = new FakeThread();
  thread.usedBytes = 300 * MB;
  thread.committedBytes = 400 * MB;
  for (let i = 0; i < 10; i++) thread.second(0);
  expect(thread.collections).toBe(0);
});

test('what V8 has freed by itself does not count as kept', () => {
  const thread = new FakeThread();
  for (let i = 0; i < 5; i++) thread.second(0);
  thread.committedBytes = 4 * MB;
  thread.second(0);
  thread.committedBytes = 13 * MB;
  thread.second(0);
  expect(thread.collections).toBe(2);
});
