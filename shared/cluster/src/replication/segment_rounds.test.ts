/** Tests the order of rounds to one copy. The simulator tests what the copies have after them. */
import { PRIMARY, STATUS } from '../testing/replication_fixtures.js';
import { CopyContext } from './copy_context.js';
import { REPLICATION_RULES } from './rules.js';
import { SegmentRounds } from './segment_rounds.js';
import { ReplicationTracker } from './tracker.js';

const REPLICA = { allocationId: 'r', nodeId: 'n2' };

/** A primary with one in-sync replica, whose store answers at once. */
class Primary {
  readonly #context = new CopyContext(PRIMARY, STATUS, {
    rules: REPLICATION_RULES,
    batchSize: 1,
    segments: true,
  });
  readonly rounds: SegmentRounds;
  /** The tokens of rounds that the replica has not answered. */
  readonly asked: number[] = [];

  constructor() {
    const tracker = new ReplicationTracker(REPLICATION_RULES, PRIMARY, { local: -1, global: -1 });
    tracker.trackInSync('r', REPLICA);
    this.rounds = new SegmentRounds({
      context: this.#context,
      tracker,
      term: 1,
      isActive: () => true,
    });
  }

  answer(isDone: boolean): void {
    const done = { kind: 'done', localCheckpoint: -1, globalCheckpoint: -1 } as const;
    this.#context.onReply(this.asked.shift() ?? -1, isDone ? done : undefined);
    this.settle();
  }

  settle(): void {
    const effects = this.#context.takeEffects();
    for (const effect of effects) {
      if (effect.kind === 'ask') this.asked.push(effect.token);
      if (effect.kind === 'store') {
        const result = { operations: [], next: undefined, isGone: false, status: STATUS };
        this.#context.onStored(effect.token, result);
      }
    }
    if (effects.length > 0) this.settle();
  }
}

test('a copy that waits for a later publication than that under way gets another round', () => {
  const primary = new Primary();
  const { rounds } = primary;
  const brought = jest.fn();
  rounds.drive();
  primary.settle();
  rounds.published();
  rounds.bring(REPLICA, brought);
  primary.settle();
  expect(primary.asked).toHaveLength(1);
  primary.answer(true);
  expect(rounds.shown.copies).toEqual([{ copy: REPLICA, has: 1 }]);
  expect([brought.mock.calls.length, primary.asked.length, rounds.isSettled]).toEqual([
    0,
    1,
    false,
  ]);
  primary.answer(true);
  expect([brought.mock.calls.length, primary.asked.length, rounds.isSettled]).toEqual([1, 0, true]);
});

test('a round that fails is tried again when the rounds are driven again', () => {
  const primary = new Primary();
  const brought = jest.fn();
  primary.rounds.bring(REPLICA, brought);
  primary.settle();
  primary.answer(false);
  expect([brought.mock.calls.length, primary.asked.length]).toEqual([0, 0]);
  primary.rounds.drive();
  primary.settle();
  primary.answer(true);
  expect([brought.mock.calls.length, primary.rounds.isSettled]).toEqual([1, true]);
});
