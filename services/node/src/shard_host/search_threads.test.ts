import { ApiError } from '@skein/errors';
import { MailboxCallee } from '@skein/platform';
import { NO_SCRIPTS, ScriptCounters } from '@skein/script';
import { parseQuery, type QueryNode } from '@skein/search';
import type { ReaderSnapshot, TotalHits } from '@skein/search_library';
import { AnswerMailboxReader, type MailedSearch } from './answer_mailbox.js';
import { SearchThreads } from './search_threads.js';
import { testMemory } from './testing/test_memory.js';
import type { SearchThreadSetup, ThreadSpawner } from './thread_link.js';

interface Sent {
  readonly name: string;
  readonly request: {
    readonly opening?: { readonly snapshot: ReaderSnapshot };
    readonly cancelId?: number;
  };
  readonly answer: (reply: unknown) => void;
}

type OnMail = (mail: AnswerMailboxReader, request: Uint8Array) => number;

/** Threads that answer when the test says so, and a clock of timers that fire by hand. */
function setUp(maxThreads: number, queueSize: number, onMail: OnMail = () => 0) {
  const sent: Sent[] = [];
  const flags: Int32Array[] = [];
  const killed: string[] = [];
  const timers: (() => void)[] = [];
  const deaths: ((error: ApiError) => void)[] = [];
  const spawner = {
    searchThread: (
      name: string,
      { data }: SearchThreadSetup,
      onDeath: (error: ApiError) => void,
    ) => {
      flags.push(new Int32Array(data.cancelFlag));
      deaths.push(onDeath);
      const mail = new AnswerMailboxReader(data.mailbox);
      const callee = new MailboxCallee(data.mailbox, (request) => onMail(mail, request));
      return {
        channel: {
          pendingCount: 0,
          completedCount: 0,
          ring: () => setImmediate(() => callee.serve()),
          call: (call: string, request: Sent['request']) =>
            new Promise((answer) => sent.push({ name: call, request, answer })),
        },
        terminate: () => Promise.resolve(),
        kill: () => Promise.resolve(void killed.push(name)),
      };
    },
  } as unknown as ThreadSpawner;
  const threads = new SearchThreads({
    scripts: () => ({ configuration: NO_SCRIPTS, counters: new ScriptCounters().memory }),
    spawner,
    memory: testMemory(),
    handlers: { log: () => ({}) },
    light: { answer: () => undefined, forget: () => undefined },
    maxThreads,
    queueSize,
    timers: {
      after: (_delayMs, callback) => {
        timers.push(callback);
        return { cancel: () => timers.splice(timers.indexOf(callback), 1) };
      },
    },
  });
  const signal = new AbortController();
  const run = (version = 1) =>
    threads.run({
      kind: 'search',
      key: 'shard#1',
      snapshot: { version, segments: [] },
      index: { version: '1/1', context: () => ({}) as never },
      request: {} as never,
      signal: signal.signal,
    });
  const answer = (body: Uint8Array, aliasFilter?: QueryNode) =>
    threads.answer({
      key: 'shard#1',
      snapshot: { version: 1, segments: [] },
      index: { version: '1/1', context: () => ({}) as never },
      request: {
        unread: { body, isYaml: false, url: { size: 3 }, totalHitsAsInt: true },
        aliasFilter,
        nowMs: 5,
        startMs: 6.5,
      },
      signal: signal.signal,
    });
  return { threads, sent, flags, killed, timers, deaths, signal, run, answer };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('runs one call a thread, queues the next, refuses what the queue cannot hold', async () => {
  const { threads, sent, run } = setUp(1, 1);
  const first = run();
  const second = run();
  await expect(run()).rejects.toMatchObject({
    type: 'es_rejected_execution_exception',
    status: 429,
  });
  await settled();
  expect(sent).toHaveLength(1);
  expect(threads.stats()).toMatchObject({ threads: 1, active: 1, queue: 1, rejected: 1 });
  sent[0]?.answer('one');
  await expect(first).resolves.toBe('one');
  await settled();
  sent[1]?.answer('two');
  await expect(second).resolves.toBe('two');
  expect(threads.stats()).toMatchObject({ active: 0, queue: 0, completed: 2, largest: 1 });
});

it('sends a point in time to a thread once, and again after it was forgotten', async () => {
  const { threads, sent, run } = setUp(1, 10);
  for (const forget of [false, true, false]) {
    const call = run(7);
    await settled();
    sent.at(-1)?.answer('done');
    await call;
    if (forget) threads.forget('shard#1', 7);
  }
  const queries = sent.filter(({ name }) => name === 'search');
  expect(queries.map(({ request }) => request.opening !== undefined)).toEqual([true, false, true]);
});

it('raises the flag when the caller goes away, and ends a thread that does not heed it', async () => {
  const { sent, flags, killed, timers, signal, run } = setUp(1, 10);
  const call = run();
  await settled();
  signal.abort();
  expect(flags[0]?.[0]).toBe(sent[0]?.request.cancelId);
  expect(killed).toEqual([]);
  timers[0]?.();
  expect(killed).toEqual(['search-1']);
  sent[0]?.answer('late');
  await call;
  await expect(run()).rejects.toBeDefined();
});

describe('a search from bytes to bytes', () => {
  const BODY = new TextEncoder().encode('{"size":1}');
  const ANSWERED = {
    kind: 'answered',
    bytes: BODY,
    queryMs: 1,
    fetchMs: 2,
    total: undefined,
    kept: false,
  };

  /** The first search is sent, with what opens the point in time. */
  async function opened(setup: ReturnType<typeof setUp>): Promise<void> {
    const first = setup.answer(BODY);
    await settled();
    expect(setup.sent.at(-1)).toMatchObject({
      name: 'answer',
      request: { opening: { handle: 1 } },
    });
    setup.sent.at(-1)?.answer(ANSWERED);
    await first;
  }

  it('is sent once, then goes by mailbox', async () => {
    const mailed: MailedSearch[] = [];
    let total: TotalHits | undefined = { value: 0, relation: 'gte' };
    const setup = setUp(1, 10, (mail, request) => {
      mailed.push(mail.read(request));
      const bytes = new TextEncoder().encode('{"hits":1}');
      return mail.write({ bytes, queryMs: 3, fetchMs: 4, total, kept: total?.value === 7 });
    });
    await opened(setup);
    const answer = await setup.answer(BODY);
    expect(answer).toMatchObject({ kind: 'answered', queryMs: 3, fetchMs: 4, total });
    expect(answer.kind === 'answered' && new TextDecoder().decode(answer.bytes)).toBe('{"hits":1}');
    expect(mailed).toMatchObject([
      {
        handle: 1,
        search: {
          unread: { isYaml: false, url: { size: 3 }, totalHitsAsInt: true },
          nowMs: 5,
          startMs: 6.5,
        },
      },
    ]);
    expect(Buffer.from(mailed[0]?.search.unread.body ?? []).toString()).toBe('{"size":1}');
    expect(setup.sent).toHaveLength(1);
    for (total of [
      undefined,
      { value: 7, relation: 'eq' },
      { value: 7, relation: 'gte' },
    ] as const) {
      expect(await setup.answer(BODY)).toMatchObject({ total, kept: total?.value === 7 });
    }
  });

  it('is sent when it does not fit the mailbox, and collected when its answer does not', async () => {
    const setup = setUp(1, 10, (mail) =>
      mail.write({ ...ANSWERED, bytes: new Uint8Array(300_000) }),
    );
    await opened(setup);
    const collected = setup.answer(BODY);
    while (setup.sent.at(-1)?.name !== 'collect_answer') await settled();
    setup.sent.at(-1)?.answer({
      kind: 'malformed',
      error: { type: 'parsing_exception', reason: 'no', status: 400, metadata: {}, headers: {} },
    });
    expect(await collected).toMatchObject({ kind: 'malformed', error: { reason: 'no' } });
    for (const [body, filter] of [
      [new Uint8Array(70_000)],
      [BODY, parseQuery({ term: { a: 1 } })],
    ] as const) {
      const sent = setup.answer(body, filter);
      await settled();
      expect(setup.sent.at(-1)).toMatchObject({ name: 'answer', request: { opening: undefined } });
      setup.sent.at(-1)?.answer(ANSWERED);
      await sent;
    }
  });

  it('fails when its thread dies', async () => {
    const setup = setUp(1, 10, () => 0);
    await opened(setup);
    const dying = setup.answer(BODY);
    setup.deaths[0]?.(new ApiError('node_closed_exception', 'died'));
    await expect(dying).rejects.toMatchObject({ reason: 'died' });
  });
});
