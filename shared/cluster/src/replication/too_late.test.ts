/** Tests a primary that is told that a replica does not keep up. */
import { PRIMARY, STATUS } from '../testing/replication_fixtures.js';
import type { CopyEffect } from './effects.js';
import { REPLICATION_RULES } from './rules.js';
import { ShardCopyMachine } from './shard_copy.js';
import type { CopyView } from './shard_view.js';

const copy = (allocationId: string): CopyView => ({
  allocationId,
  nodeId: `node-${allocationId}`,
  primary: false,
  state: 'STARTED',
});

interface Late {
  readonly late: readonly string[];
  /** The master's answer to the reports of failed copies; none if it is missing. */
  readonly accepted?: boolean;
}

/** The report of a primary of two replicas, one of them in sync, on copies that are too late. */
function primaryOf({ late, accepted }: Late) {
  const machine = new ShardCopyMachine(PRIMARY, STATUS);
  const found: string[] = [];
  const failures: string[] = [];
  const tokens: number[] = [];
  const step = (input: Parameters<ShardCopyMachine['step']>[0]): void => {
    for (const effect of machine.step(input)) take(effect);
  };
  const take = (effect: CopyEffect): void => {
    if (effect.kind === 'store') {
      const result = { operations: [], next: undefined, isGone: false, status: STATUS };
      step({ kind: 'stored', token: effect.token, result });
    } else if (effect.kind === 'ask') {
      const reply = { kind: 'done', localCheckpoint: -1, globalCheckpoint: -1 } as const;
      step({ kind: 'reply', token: effect.token, reply });
    } else if (effect.kind === 'report') {
      found.push(effect.report.allocationId);
      tokens.push(effect.token);
    } else if (effect.kind === 'fail_self') failures.push(effect.reason);
  };
  const view = {
    version: 1,
    primaryTerm: 1,
    copies: [PRIMARY, copy('a'), copy('b')],
    inSync: ['p', 'a'],
    recoveryBatches: undefined,
  };
  step({ kind: 'view', view });
  found.length = 0;
  tokens.length = 0;
  for (const allocationId of late) {
    step({ kind: 'too_late', allocationId });
    if (accepted === undefined) continue;
    for (const token of tokens.splice(0)) step({ kind: 'reported', token, accepted });
  }
  return { reported: found, failures };
}

const reported = (...late: readonly string[]) => primaryOf({ late }).reported;

test('an in-sync copy that is too late is reported once, another one is not', () => {
  expect(reported('a')).toEqual(['a']);
  expect(reported('a', 'a')).toEqual(['a']);
  expect(reported('unknown')).toEqual([]);
});

test('a copy that the master took out is not reported again', () => {
  expect(primaryOf({ late: ['a', 'a'], accepted: true })).toEqual({
    reported: ['a'],
    failures: [],
  });
});

test('a primary whose report is refused has been superseded, and ends once', () => {
  expect(primaryOf({ late: ['a', 'a'], accepted: false })).toEqual({
    reported: ['a'],
    failures: ['a primary of a term after [1] exists'],
  });
});

test('a record in a remote store is an own one by its writer and its number', () => {
  const { isSameRecord } = REPLICATION_RULES.remote;
  const own = { kind: 'seal', owner: 'uuid', term: 1, writer: 'w', serial: 3 } as const;
  expect(isSameRecord(own, { ...own })).toBe(true);
  expect(isSameRecord(own, { ...own, serial: 4 })).toBe(false);
  expect(isSameRecord(own, { ...own, writer: 'v' })).toBe(false);
});
