/**
 * A primary's side of a recovery, driven effect by effect. The simulator tests the guarantees as a
 * whole.
 */
import { PRIMARY, STATUS } from '../testing/replication_fixtures.js';
import type { CopyEffect } from './effects.js';
import { ShardCopyMachine } from './shard_copy.js';
import type { CopyView, ShardView } from './shard_view.js';

const TARGET: CopyView = { allocationId: 't', nodeId: 'n2', primary: false, state: 'INITIALIZING' };
/** Number of batches in which the history is read. */
const BATCHES = 5;

/** A primary whose store answers at once, with its unanswered requests to the target. */
class Source {
  readonly #machine = new ShardCopyMachine(PRIMARY, STATUS);
  readonly asked: (CopyEffect & { readonly kind: 'ask' })[] = [];
  /** The kinds of all requests, in order. */
  readonly kinds: string[] = [];
  readonly reports: string[] = [];
  /** Released data that had been read. */
  readonly letGo: unknown[] = [];
  /** Commits that are being read. */
  readonly reading: number[] = [];
  mostAtOnce = 0;

  constructor(recoveryBatches: number | undefined, historyUuid = 'h') {
    const view: ShardView = {
      version: 1,
      primaryTerm: 1,
      copies: [PRIMARY, TARGET],
      inSync: ['p'],
      recoveryBatches,
    };
    this.#step({ kind: 'view', view });
    this.begin(1, historyUuid);
  }

  /** Sends the target's request. */
  begin(session: number, historyUuid: string): void {
    const asked = { kind: 'start_recovery', allocationId: 't', fromSeqNo: 0 } as const;
    const request = { ...asked, session, historyUuid };
    this.#step({ kind: 'request', from: TARGET, id: session, request });
  }

  /** Answers the reads of commits, the first one first. */
  answerReads(...commits: readonly unknown[]): void {
    for (const commit of commits) {
      const token = this.reading.shift() ?? -1;
      this.#step({ kind: 'stored', token, result: { operations: [], commit, status: STATUS } });
    }
  }

  answerAll(): void {
    for (let next = this.asked.shift(); next !== undefined; next = this.asked.shift()) {
      const reply = { kind: 'done', localCheckpoint: -1, globalCheckpoint: -1 } as const;
      this.#step({ kind: 'reply', token: next.token, reply });
    }
  }

  refuseOne(): void {
    const token = this.asked.shift()?.token ?? -1;
    this.#step({ kind: 'reply', token, reply: undefined });
  }

  #step(input: Parameters<ShardCopyMachine['step']>[0]): void {
    for (const effect of this.#machine.step(input)) this.#do(effect);
  }

  #do(effect: CopyEffect): void {
    if (effect.kind === 'ask') {
      this.asked.push(effect);
      this.kinds.push(effect.request.kind);
      this.mostAtOnce = Math.max(this.mostAtOnce, this.asked.length);
    } else if (effect.kind === 'report') {
      this.reports.push(effect.report.kind);
      this.#step({ kind: 'reported', token: effect.token, accepted: true });
    } else if (effect.kind === 'store') {
      const { action, token } = effect;
      if (action.kind === 'let_go') this.letGo.push(action.commit ?? action.next);
      if (action.kind === 'read_commit') {
        this.reading.push(token);
        return;
      }
      const before = action.kind === 'read' ? ((action.next as number | undefined) ?? 0) : 0;
      const next = action.kind === 'read' && before < BATCHES - 1 ? before + 1 : undefined;
      const result = { operations: [], next, isGone: false, commit: undefined, status: STATUS };
      this.#step({ kind: 'stored', token, result });
    }
  }
}

it.each([
  [undefined, 1],
  [1, 1],
  [3, 3],
  [9, BATCHES],
])('with %p batches allowed, %d are on their way at once', (allowed, expected) => {
  const source = new Source(allowed);
  const kinds = new Set(source.asked.map(({ request }) => request.kind));
  expect([...kinds]).toEqual(['recover']);
  source.answerAll();
  expect(source.mostAtOnce).toBe(expected);
  expect(source.reports).not.toContain('shard_failed');
});

it('the target is told that it is in-sync once, after the last answer', () => {
  const source = new Source(4);
  source.answerAll();
  expect(source.kinds).toEqual([...Array(BATCHES).fill('recover'), 'finalize']);
});

it('one batch that is not taken ends the attempt, once', () => {
  const source = new Source(3);
  source.refuseOne();
  source.refuseOne();
  source.answerAll();
  expect(source.reports.filter((kind) => kind === 'shard_failed')).toHaveLength(1);
});

it('lets go of what is left of a history when its attempt ends', () => {
  const source = new Source(1);
  expect(source.letGo).toEqual([]);
  source.refuseOne();
  expect(source.letGo).toEqual([1]);
  const done = new Source(1);
  done.answerAll();
  expect(done.letGo).toEqual([]);
});

it('lets go of a commit that was read for an attempt which is over', () => {
  const source = new Source(1, 'another');
  source.begin(2, 'another');
  source.answerReads('first', 'second');
  expect(source.letGo).toEqual(['first']);
  expect(source.asked).toMatchObject([{ request: { kind: 'copy_files', commit: 'second' } }]);
});
