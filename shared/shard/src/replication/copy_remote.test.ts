/** Tests what a primary asks of a remote store, and what it does with the answers. */
import { setImmediate as settle } from 'node:timers/promises';
import { type Log, silentLog } from '@skein/base';
import type { CopyInput, LogRecord, RemoteCall } from '@skein/cluster/replication';
import { encodeFrames } from '@skein/engine';
import { ApiError } from '@skein/errors';
import { runOf } from './copy_messages.js';
import { CopyRemote } from './copy_remote.js';
import {
  decodeAnswer,
  encodeCall,
  type RemoteAnswer,
  type RemoteMessage,
} from './remote_messages.js';

const FRAMES = [0, 1].map((seqNo) =>
  encodeFrames([{ kind: 'noop', seqNo, primaryTerm: 3, reason: 'x'.repeat(10 + seqNo) }]),
);
const [FIRST = new Uint8Array(0), SECOND = new Uint8Array(0)] = FRAMES;
const WRITTEN = { owner: 'uuid', term: 3, writer: 'w', serial: 1 };
const AT = { segment: 1, index: 2 };
const LIMITS = { transferTimeoutMs: 100, maxPendingBytes: 50, maxRecords: 2 };

const recordOf = (...frames: Uint8Array[]): LogRecord => ({
  ...WRITTEN,
  kind: 'operations',
  operations: frames.map((each) => runOf(each)),
});
const create = (...frames: Uint8Array[]): RemoteCall => ({
  kind: 'create',
  at: AT,
  record: recordOf(...frames),
});

function started({ isLimited = true, log = silentLog }: { isLimited?: boolean; log?: Log } = {}) {
  const asked: RemoteMessage[] = [];
  const answers: ((answer: RemoteAnswer | undefined) => void)[] = [];
  const inputs: CopyInput[] = [];
  const late: { requests: readonly number[]; beforeMs: number; error: ApiError }[] = [];
  const held: number[] = [];
  let commits = 0;
  const state = {
    nowMs: 1000,
    isPrimary: true,
    remotePending: 0,
    remoteFiles: 'files-0' as string | undefined,
    wanted: Number.POSITIVE_INFINITY,
    safeCommit: { generation: 4, maxSeqNo: 7, isWhole: true, segments: ['_0'] } as
      | { generation: number; maxSeqNo: number; isWhole: boolean; segments: readonly string[] }
      | undefined,
    shown: [{ name: '_0', sizeBytes: 10 }],
  };
  const remote = new CopyRemote({
    replica: {
      holdCommit: (generation) => {
        held.push(generation);
        return () => void held.pop();
      },
      get safeCommit() {
        return state.safeCommit;
      },
      get status() {
        return {
          historyUuid: 'h',
          term: 3,
          maxSeqNo: 7,
          localCheckpoint: 7,
          globalCheckpoint: 7,
        };
      },
    },
    machine: {
      get isPrimary() {
        return state.isPrimary;
      },
      get remotePending() {
        return state.remotePending;
      },
      get remoteFiles() {
        return state.remoteFiles;
      },
      wantsRemoteCommit: (maxSeqNo) => maxSeqNo <= state.wanted,
    },
    ask: (message) => {
      asked.push(message);
      return new Promise((resolve) => answers.push(resolve));
    },
    clock: { nowMs: () => state.nowMs, monotonicMs: () => state.nowMs },
    log,
    input: (input) => void inputs.push(input),
    late: (writes) => void late.push(writes),
    commit: () => {
      commits++;
    },
    shownSegments: () => state.shown,
    downloaded: { bytes: 3, timeMs: 4 },
  });
  if (isLimited) remote.limits = LIMITS;
  const answer = async (with_: RemoteAnswer | undefined) => {
    answers.shift()?.(with_);
    await settle();
  };
  return { remote, state, asked, answer, inputs, late, held, commits: () => commits };
}

describe('a call of the machine', () => {
  test('is passed on with its operations as bytes, and its answer comes back', async () => {
    const { remote, asked, answer, inputs } = started();
    remote.call(5, create(FIRST, SECOND));
    const frames = Uint8Array.from([...FIRST, ...SECOND]);
    expect(asked).toEqual([
      { kind: 'create', at: AT, record: { ...WRITTEN, kind: 'operations', frames } },
    ]);
    expect(remote.stats?.operations).toMatchObject({ started: 1, openBytes: frames.length });
    await answer({ kind: 'created', isNew: true });
    expect(inputs).toEqual([{ kind: 'remote', token: 5, reply: { kind: 'created', isNew: true } }]);
    expect(remote.stats?.operations).toMatchObject({
      succeeded: 1,
      failed: 0,
      bytes: frames.length,
      openBytes: 0,
    });
  });

  test('that is not answered is told as such, and counted', async () => {
    const { remote, answer, inputs } = started();
    for (const token of [1, 2]) {
      remote.call(token, create(FIRST));
      await answer(undefined);
    }
    expect(inputs).toEqual([1, 2].map((token) => ({ kind: 'remote', token, reply: undefined })));
    expect(remote.stats).toMatchObject({
      unanswered: 2,
      operations: { failed: 2, failedBytes: 2 * FIRST.length },
    });
    remote.call(3, { kind: 'rest' });
    await answer({ kind: 'done' });
    expect(remote.stats).toMatchObject({ unanswered: 0, operations: { started: 2 } });
  });

  test('is not answered any more when the copy is closed', async () => {
    const { remote, answer, inputs } = started();
    remote.call(1, create(FIRST));
    remote.close();
    await answer({ kind: 'created', isNew: true });
    expect(inputs).toEqual([]);
  });
});

test('writes are refused while too many bytes wait for the store', async () => {
  const { remote, state } = started();
  state.remotePending = 50;
  expect(remote.admit()).toBeUndefined();
  state.remotePending = 51;
  await expect(remote.admit()).rejects.toMatchObject({
    type: 'es_rejected_execution_exception',
    reason:
      'rejected execution of shard operation: [51] bytes of operations wait for the remote store, and [cluster.remote_store.translog.max_pending_size] is [50]',
  });
  expect(remote.stats).toMatchObject({ rejected: 1, pendingBytes: 51 });
  remote.limits = undefined;
  expect(remote.admit()).toBeUndefined();
});

describe('writes that wait', () => {
  test('are answered with an error when they have waited for longer than allowed', () => {
    const { remote, state, late } = started();
    remote.waits(1);
    state.nowMs += 1;
    remote.waits(2);
    remote.waits(3);
    remote.ended(3);
    state.nowMs += 99;
    remote.tick();
    expect(late).toMatchObject([{ requests: [], beforeMs: 1000 }]);
    state.nowMs += 1;
    remote.tick();
    expect(late[1]).toMatchObject({
      requests: [1],
      beforeMs: 1001,
      error: {
        type: 'unavailable_shards_exception',
        reason:
          'the remote store did not take the operations within [100ms]: whether they count is not known',
      },
    });
    state.nowMs += 1;
    remote.tick();
    expect(late[2]?.requests).toEqual([1, 2]);
  });

  test('do so for ever without a store, and for nothing when the copy is closed', () => {
    const { remote, state, late } = started({ isLimited: false });
    remote.waits(1);
    state.nowMs += 1000;
    remote.tick();
    expect(late).toEqual([]);
    remote.limits = LIMITS;
    remote.tick();
    expect(late).toMatchObject([{ requests: [] }]);
    remote.waits(2);
    remote.close();
    state.nowMs += 1000;
    remote.tick();
    expect(late).toHaveLength(1);
  });
});

describe('a commit', () => {
  test('is written when the log has as many records as may be', async () => {
    const { remote, state, commits } = started();
    state.safeCommit = undefined;
    remote.call(1, create(FIRST));
    remote.call(2, { kind: 'rest' });
    remote.call(3, { kind: 'create', at: AT, record: { ...WRITTEN, kind: 'seal' } });
    remote.tick();
    expect(commits()).toBe(0);
    remote.call(4, create(FIRST));
    state.isPrimary = false;
    remote.tick();
    expect(commits()).toBe(0);
    state.isPrimary = true;
    remote.tick();
    remote.tick();
    expect(commits()).toBe(1);
  });

  test('is uploaded once, held meanwhile, and told to the machine', async () => {
    const { remote, state, asked, answer, inputs, held } = started();
    remote.published();
    state.nowMs += 5;
    expect(remote.stats).toMatchObject({ filesLagBytes: 10, filesLagMs: 5 });
    remote.tick();
    remote.tick();
    expect(asked).toEqual([{ kind: 'take_commit', generation: 4, before: 'files-0' }]);
    expect(held).toEqual([4]);
    expect(remote.stats?.files).toMatchObject({ started: 1, openBytes: 10 });
    await answer({ kind: 'taken', files: 'files-1', newBytes: 8 });
    expect(held).toEqual([]);
    expect(inputs).toEqual([{ kind: 'remote_commit', commit: { maxSeqNo: 7, files: 'files-1' } }]);
    expect(remote.stats).toMatchObject({
      files: { succeeded: 1, bytes: 8, openBytes: 0 },
      filesLagBytes: 0,
      filesLagMs: 0,
      download: { bytes: 3, timeMs: 4 },
    });
    state.wanted = 6;
    remote.tick();
    expect(asked).toHaveLength(1);
  });

  test('that was not taken is tried again', async () => {
    const { remote, asked, answer, inputs, held } = started();
    remote.tick();
    await answer(undefined);
    expect([inputs, held]).toEqual([[], []]);
    expect(remote.stats?.files).toMatchObject({ failed: 1 });
    remote.tick();
    await answer({ kind: 'done' });
    expect(inputs).toEqual([]);
    remote.tick();
    expect(asked).toHaveLength(3);
  });

  test('that lacks an operation, or that the machine does not want, is not uploaded', () => {
    const { remote, state, asked } = started();
    state.wanted = 6;
    remote.tick();
    state.wanted = 7;
    state.safeCommit = { generation: 4, maxSeqNo: 7, isWhole: false, segments: [] };
    remote.tick();
    state.safeCommit = undefined;
    remote.tick();
    expect(asked).toEqual([]);
  });

  test('that ends after the copy was closed changes nothing', async () => {
    const { remote, answer, inputs, held } = started();
    remote.tick();
    remote.close();
    await answer({ kind: 'taken', files: 'files-1', newBytes: 8 });
    expect([inputs, held]).toEqual([[], []]);
  });

  test('whose upload fails is logged and tried again', async () => {
    const logged: unknown[] = [];
    const log = { ...silentLog, warn: (...entry: unknown[]) => void logged.push(entry) };
    const { remote, state, asked, held } = started({ log });
    const fails = () => {
      throw new ApiError('illegal_state_exception', 'no figures');
    };
    Object.defineProperty(state, 'shown', { get: fails, configurable: true });
    remote.tick();
    await settle();
    expect(logged).toEqual([['commit not uploaded to the remote store', { error: 'no figures' }]]);
    expect(held).toEqual([]);
    Object.defineProperty(state, 'shown', { value: [] });
    remote.tick();
    expect(asked).toMatchObject([{ kind: 'take_commit' }]);
  });
});

test('only a primary with a store has statistics of it', () => {
  const { remote, state } = started();
  expect(remote.stats).toBeDefined();
  state.isPrimary = false;
  expect(remote.stats).toBeUndefined();
  expect(started({ isLimited: false }).remote.stats).toBeUndefined();
});

describe('messages', () => {
  const commit = { maxSeqNo: 5, files: 'f', logFrom: AT };
  const head: LogRecord = {
    ...WRITTEN,
    kind: 'head',
    trimAbove: 2,
    commit,
    lastCommit: 1,
    lacks: -1,
    sealedAt: undefined,
  };

  test.each<[string, LogRecord]>([
    ['of no operation', recordOf()],
    ['of one run', recordOf(FIRST)],
    ['a head with a commit', head],
    ['a head without one', { ...head, commit: undefined }],
    ['a seal', { ...WRITTEN, kind: 'seal' }],
  ])('a record is the same after its way to the store and back: %s', (_what, record) => {
    const message = encodeCall({ kind: 'create', at: AT, record });
    if (message.kind !== 'create') throw new Error('it is a creation');
    const answer = { kind: 'record', record: structuredClone(message.record) } as const;
    expect(decodeAnswer(answer)).toEqual({ kind: 'record', record });
  });

  test('of an empty place, and those that the machine did not ask for', () => {
    const empty = { kind: 'record', record: undefined } as const;
    expect(decodeAnswer(empty)).toEqual(empty);
    expect(decodeAnswer({ kind: 'taken', files: 'f', newBytes: 1 })).toBeUndefined();
    const end = { kind: 'end', number: 3 } as const;
    expect(decodeAnswer(end)).toEqual(end);
    const trim = { kind: 'trim', fromSegment: 1, toSegment: 2, kept: 'a', before: 'b' } as const;
    expect(encodeCall(trim)).toEqual(trim);
    expect(encodeCall({ kind: 'read', at: AT })).toEqual({ kind: 'read', at: AT });
  });
});
