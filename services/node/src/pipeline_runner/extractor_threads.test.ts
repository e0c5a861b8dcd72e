import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { ApiError, fromPlainError } from '@skein/errors';
import { ANSWERED, type AwaitedExtraction } from './extractor_calls.js';
import { type ExtractorSpawner, ExtractorThreads } from './extractor_threads.js';

type Extractor = ReturnType<ExtractorSpawner['extractorThread']>;

/** Threads whose calls the test answers, and a manual clock. */
class Surroundings {
  readonly alive = new Set<string>();
  readonly names: string[] = [];
  readonly #pending: { resolve(reply: unknown): void; die(): void }[] = [];
  readonly #timers = new Set<() => void>();
  readonly threads = new ExtractorThreads({
    limitMs: 30_000,
    timers: {
      after: (_delayMs, callback) => {
        this.#timers.add(callback);
        return { cancel: () => this.#timers.delete(callback) };
      },
    },
    spawner: { extractorThread: (name, onDeath) => this.#spawn(name, onDeath) },
  });

  ask(): { readonly port: MessagePort; readonly state: Int32Array } {
    const { port1, port2 } = new MessageChannel();
    const state = new SharedArrayBuffer(4);
    const bytes = new Uint8Array(1);
    const request = { bytes, maxChars: -1, resourceName: undefined, wantsLanguage: false };
    this.threads.answer({ request, port: port2, state } satisfies AwaitedExtraction);
    return { port: port1, state: new Int32Array(state) };
  }

  next() {
    const pending = this.#pending.shift();
    if (pending === undefined) throw new Error('nothing is asked');
    return pending;
  }

  timePasses(): void {
    for (const callback of [...this.#timers]) callback();
  }

  #spawn(name: string, onDeath: (error: ApiError) => void): Extractor {
    this.alive.add(name);
    this.names.push(name);
    const gone = new ApiError('node_closed_exception', `worker [${name}] is gone`);
    const rejects: ((error: ApiError) => void)[] = [];
    const fail = (): void => {
      this.alive.delete(name);
      for (const reject of rejects) reject(gone);
    };
    const call = () =>
      new Promise((resolve, reject) => {
        const die = (): void => {
          fail();
          onDeath(gone);
        };
        rejects.push(reject);
        this.#pending.push({ resolve, die });
      });
    return { name, channel: { call }, terminate: async () => fail() } as unknown as Extractor;
  }
}

async function answerAt({ port, state }: { port: MessagePort; state: Int32Array }) {
  const waited = Atomics.waitAsync(state, 0, 0);
  if (waited.async) await waited.value;
  expect(state[0]).toBe(ANSWERED);
  const message = receiveMessageOnPort(port)?.message;
  port.close();
  return message;
}

test('one thread reads a file after the other, and ends when it has nothing to do', async () => {
  const around = new Surroundings();
  for (const content of ['a', 'b']) {
    const asked = around.ask();
    around.next().resolve({ content, contentType: 'text/plain' });
    expect(await answerAt(asked)).toEqual({ found: { content, contentType: 'text/plain' } });
  }
  expect(around.names).toEqual(['extraction-1']);
  around.timePasses();
  expect([...around.alive]).toEqual([]);
  around.ask();
  expect(around.names).toEqual(['extraction-1', 'extraction-2']);
});

test('a file that takes too long is given up with its thread', async () => {
  const around = new Surroundings();
  const asked = around.ask();
  around.timePasses();
  const { error } = await answerAt(asked);
  expect(fromPlainError(error).message).toBe(
    'the file took longer than [ingest.attachment.max_execution_time] allows: [30000ms]',
  );
  expect([...around.alive]).toEqual([]);
});

test('a thread that dies takes the file with it', async () => {
  const around = new Surroundings();
  const asked = around.ask();
  around.next().die();
  const { error } = await answerAt(asked);
  expect(fromPlainError(error).message).toBe('the file took more memory than there is for one');
  around.ask();
  expect(around.names).toHaveLength(2);
});

test('nothing is begun when the node stops', async () => {
  const around = new Surroundings();
  const asked = around.ask();
  await around.threads.stop();
  expect((await answerAt(asked)).error).toBeDefined();
  expect(fromPlainError((await answerAt(around.ask())).error).message).toBe('node closed');
});
