import { MessageChannel } from 'node:worker_threads';
import { ApiError } from '@skein/errors';
import { NO_SCRIPTS, ScriptCounters } from '@skein/script';
import {
  AggregationUses,
  emptyRequest,
  parseQuery,
  planOf,
  type QueryNode,
  type RenderedAnswer,
  type ShardSearchCall,
} from '@skein/search';
import type { ReaderSnapshot, TotalHits } from '@skein/search_library';
import { CallCodec, type CallReply, type CallRequest } from '@skein/shard';
import { SegmentClaims } from '../memory/segment_claims.js';
import { SearchPlaces } from '../places/mod.js';
import { testMemory } from '../testing/test_memory.js';
import { type Envelope, MailCallee } from './mail_channel.js';
import { type HelpMode, SearchThreads } from './search_threads.js';
import type { SearchThreadSetup, ThreadSpawner } from './thread_link.js';
import { ThreadLoad } from './thread_load.js';

interface Sent {
  readonly name: string;
  readonly request: {
    readonly opening?: { readonly snapshot: ReaderSnapshot };
    readonly cancelId?: number;
  };
  readonly answer: (reply: unknown) => void;
  readonly fail: (error: Error) => void;
}

type OnMail = (envelope: Envelope, request: CallRequest) => CallReply;

const NO_MAIL: OnMail = () => {
  throw new ApiError('illegal_state_exception', 'no mail is expected');
};

/** Threads that answer when the test says so, and manual timers. */
function setUp(maxThreads: number, queueSize: number, onMail: OnMail = NO_MAIL) {
  const sent: Sent[] = [];
  const flags: Int32Array[] = [];
  const killed: string[] = [];
  const timers: (() => void)[] = [];
  const deaths: ((error: ApiError) => void)[] = [];
  const setups: SearchThreadSetup[] = [];
  const spawner = {
    searchThread: (name: string, setup: SearchThreadSetup, onDeath: (error: ApiError) => void) => {
      const { data } = setup;
      setups.push(setup);
      flags.push(new Int32Array(data.cancelFlag));
      deaths.push(onDeath);
      const callee = new MailCallee(data.mailbox, { codec: new CallCodec(), answer: onMail });
      return {
        channel: {
          pendingCount: 0,
          completedCount: 0,
          ring: () => setImmediate(() => callee.serve()),
          call: (call: string, request: Sent['request']) =>
            new Promise((answer, fail) => sent.push({ name: call, request, answer, fail })),
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
    uses: new AggregationUses(),
    handlers: { log: () => ({}), fetch_blocks: () => ({}) },
    maxThreads,
    queueSize,
    timers: {
      after: (_delayMs, callback) => {
        timers.push(callback);
        return { cancel: () => timers.splice(timers.indexOf(callback), 1) };
      },
    },
  });
  const places = new SearchPlaces({
    mainThread: { search: () => undefined, fetch: () => undefined, forget: () => undefined },
    threads,
  });
  const signal = new AbortController();
  const pointOf = (version: number) => ({
    key: 'shard#1',
    snapshot: { version, segments: [] },
    index: { version: '1/1', context: () => ({}) as never },
  });
  const run = (version = 1) => {
    const asked = { request: {} as never, signal: signal.signal };
    return threads.call('can_match', pointOf(version), asked);
  };
  const search = (body: Uint8Array, aliasFilter?: QueryNode) =>
    places.search(pointOf(1), {
      request: {
        search: { body, isYaml: false, url: { size: 3 }, totalHitsAsInt: true },
        aliasFilter,
        nowMs: 5,
        fetch: true,
        render: { startMs: 6.5, totalHitsAsInt: true },
      },
      signal: signal.signal,
    });
  const fetch = (count: number) => {
    const hits = Array.from({ length: count }, (_, doc) => ({ doc, score: 1, sort: [] }));
    const plan = planOf(emptyRequest());
    const request = { plan, aliasFilter: undefined, nowMs: 5, snapshotVersion: 1, hits };
    return places.fetch(pointOf(1), { request, signal: signal.signal });
  };
  return { threads, sent, flags, killed, timers, deaths, signal, setups, run, search, fetch };
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
  sent[0]?.answer({ canMatch: true });
  await expect(first).resolves.toEqual({ canMatch: true });
  await settled();
  sent[1]?.answer({ canMatch: false });
  await expect(second).resolves.toEqual({ canMatch: false });
  expect(threads.stats()).toMatchObject({ active: 0, queue: 0, completed: 2, largest: 1 });
});

it('starts one thread ahead of the first call, which uses it', async () => {
  const { threads, sent, setups, run } = setUp(2, 1);
  threads.prepare();
  threads.prepare();
  expect(threads.stats()).toMatchObject({ threads: 1, active: 0 });
  const call = run();
  await settled();
  expect(setups).toHaveLength(1);
  sent[0]?.answer({ canMatch: true });
  await expect(call).resolves.toEqual({ canMatch: true });
});

it('sends a point in time to a thread once, and again after it was forgotten', async () => {
  const { threads, sent, run } = setUp(1, 10);
  for (const forget of [false, true, false]) {
    const call = run(7);
    await settled();
    sent.at(-1)?.answer({ canMatch: true });
    await call;
    if (forget) threads.forget('shard#1', 7);
  }
  const queries = sent.filter(({ name }) => name === 'can_match');
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
  sent[0]?.answer({ canMatch: true });
  await call;
  await expect(run()).rejects.toBeDefined();
});

describe('a search that goes to a thread', () => {
  const BODY = new TextEncoder().encode('{"size":1}');
  const ANSWER: RenderedAnswer = {
    kind: 'rendered',
    suggests: false,
    bytes: BODY,
    queryMs: 1,
    fetchMs: 2,
    total: undefined,
    kept: false,
  };

  /** Sends the first search, with the data that opens the point in time. */
  async function opened(setup: ReturnType<typeof setUp>): Promise<void> {
    const first = setup.search(BODY);
    await settled();
    expect(setup.sent.at(-1)).toMatchObject({
      name: 'search',
      request: { handle: 1, opening: { key: 'shard#1' } },
    });
    setup.sent.at(-1)?.answer(ANSWER);
    await first;
  }

  it('is sent once, then goes by mailbox, whatever is said beside it', async () => {
    const mailed: [Envelope, ShardSearchCall][] = [];
    let total: TotalHits | undefined = { value: 0, relation: 'gte' };
    const setup = setUp(1, 10, (envelope, request) => {
      // The bytes read belong to the mailbox until the next call.
      mailed.push([envelope, structuredClone(request) as ShardSearchCall]);
      const bytes = new TextEncoder().encode('{"hits":1}');
      return {
        kind: 'rendered',
        bytes,
        suggests: false,
        queryMs: 3,
        fetchMs: 4,
        total,
        kept: total?.value === 7,
      };
    });
    await opened(setup);
    const filter = parseQuery({ term: { a: 1 } });
    const reply = await setup.search(BODY, filter);
    expect(reply).toMatchObject({ kind: 'rendered', queryMs: 3, fetchMs: 4, total });
    expect(reply.kind === 'rendered' && new TextDecoder().decode(reply.bytes)).toBe('{"hits":1}');
    expect(mailed).toMatchObject([
      [
        { handle: 1, cancelId: 2 },
        {
          search: { body: BODY, isYaml: false, url: { size: 3 }, totalHitsAsInt: true },
          aliasFilter: filter,
          nowMs: 5,
          fetch: true,
          render: { startMs: 6.5, totalHitsAsInt: true },
        },
      ],
    ]);
    expect(setup.sent).toHaveLength(1);
    for (total of [
      undefined,
      { value: 7, relation: 'eq' },
      { value: 7, relation: 'gte' },
    ] as const) {
      expect(await setup.search(BODY)).toMatchObject({ total, kept: total?.value === 7 });
    }
  });

  it('is sent when it does not fit the mailbox, and collected when its answer does not', async () => {
    const setup = setUp(1, 10, () => ({ ...ANSWER, bytes: new Uint8Array(300_000) }));
    await opened(setup);
    const collected = setup.search(BODY);
    while (setup.sent.at(-1)?.name !== 'collect_reply') await settled();
    const error = {
      type: 'parsing_exception',
      reason: 'no',
      status: 400,
      metadata: {},
      headers: {},
    };
    setup.sent.at(-1)?.answer({ kind: 'malformed', error });
    expect(await collected).toMatchObject({ kind: 'malformed', error: { reason: 'no' } });
    const sent = setup.search(new Uint8Array(70_000));
    await settled();
    expect(setup.sent.at(-1)).toMatchObject({ name: 'search', request: { opening: undefined } });
    setup.sent.at(-1)?.answer(ANSWER);
    await sent;
  });

  it('is followed by its hits by mailbox, or by message if these are too many', async () => {
    const mailed: Envelope[] = [];
    const setup = setUp(1, 10, (envelope) => {
      mailed.push(envelope);
      return { bytes: new TextEncoder().encode('{"_id":"7"}'), ends: [11] };
    });
    await opened(setup);
    const fetched = await setup.fetch(1);
    expect(new TextDecoder().decode(fetched.bytes)).toBe('{"_id":"7"}');
    expect(fetched.ends).toEqual([11]);
    expect(mailed).toEqual([{ kind: 1, handle: 1, cancelId: 2 }]);
    const many = setup.fetch(20_000);
    await settled();
    expect(setup.sent.at(-1)).toMatchObject({ name: 'fetch', request: { opening: undefined } });
    const reply = { bytes: new Uint8Array(0), ends: [] };
    setup.sent.at(-1)?.answer(reply);
    expect(await many).toEqual(reply);
  });

  it('fails when its thread dies', async () => {
    const setup = setUp(1, 10);
    await opened(setup);
    const dying = setup.search(BODY);
    setup.deaths[0]?.(new ApiError('node_closed_exception', 'died'));
    await expect(dying).rejects.toMatchObject({ reason: 'died' });
  });
});

const LONG_BODY = new Uint8Array(70 * 1024);

/** A search whose thread asks for help; the port is closed if no thread helps. */
async function askingForHelp(maxThreads: number) {
  const all = setUp(maxThreads, 10);
  all.threads.helpWith('all');
  const searching = all.search(LONG_BODY);
  await settled();
  const claims = SegmentClaims.memory(3);
  const own = new SegmentClaims(claims, 1);
  const { port1, port2 } = new MessageChannel();
  const closed = new Promise((resolve) => port1.on('close', () => resolve('closed')));
  const share = () =>
    all.setups[0]?.handlers.share({ claims, replies: [port2], call: {} as never });
  const over = async () => {
    all.sent[0]?.answer({ kind: 'malformed', error: { type: 'x', reason: 'y' } });
    await searching;
  };
  return { ...all, claims, own, share, closed, over, load: all.setups[0]?.data.load };
}

it('has an idle thread help with the search of another, at the same point in time', async () => {
  const { threads, sent, share, over, load } = await askingForHelp(2);
  const seen = new ThreadLoad(load);
  expect(seen.helpersFor(1)).toBe(1);
  share();
  await settled();
  expect(sent.map(({ name }) => name)).toEqual(['search', 'help']);
  expect(sent[1]?.request.opening?.snapshot.version).toBe(1);
  expect(threads.stats()).toMatchObject({ threads: 2, active: 2 });
  expect(seen.helpersFor(1)).toBe(0);
  sent[1]?.answer({});
  await over();
  await settled();
  expect(threads.stats()).toMatchObject({ active: 0 });
});

it('leaves a search to its thread when no other is idle, or when it is over', async () => {
  const busy = await askingForHelp(1);
  busy.share();
  await expect(busy.closed).resolves.toBe('closed');
  await busy.over();

  const late = await askingForHelp(2);
  await late.over();
  late.share();
  await expect(late.closed).resolves.toBe('closed');
  expect(late.sent.map(({ name }) => name)).toEqual(['search']);
});

it('tells a search that a thread which had segments of it is gone', async () => {
  const { sent, claims, own, share, over } = await askingForHelp(2);
  share();
  await settled();
  new SegmentClaims(claims, 2).takes(1);
  sent[1]?.fail(new ApiError('node_closed_exception', 'gone'));
  await settled();
  expect(own.awaitOthers(() => undefined)).toBe('lost');
  await over();
});

it('asks for help as the setting says', async () => {
  const { threads, setups, run } = setUp(4, 10);
  void run();
  await settled();
  const seen = new ThreadLoad(setups[0]?.data.load);
  const helpers = (mode: HelpMode) => {
    threads.helpWith(mode);
    return [0, 1, 1e6].map((docs) => seen.helpersFor(docs));
  };
  expect(helpers('none')).toEqual([0, 0, 0]);
  expect(helpers('auto')).toEqual([0, 0, 3]);
  expect(helpers('all')).toEqual([0, 3, 3]);
});
