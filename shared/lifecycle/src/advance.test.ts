/** Steps of an index in its policy: failed attempts, timeouts, changes of the policy. */
import { emptyState, type IndexMetadata, type ManagedIndex } from '@skein/cluster';
import type { JsonObject } from '@skein/content';
import { advance, afterFailure, type Step } from './advance.js';
import { beginning } from './attach.js';
import type { Facts } from './facts.js';
import { readPolicy } from './read_policy.js';

const MINUTE = 60_000;

function source(action: JsonObject, ...transitions: JsonObject[]): JsonObject {
  const states = [
    { name: 'one', actions: [action], transitions },
    { name: 'two', actions: [], transitions: [] },
  ];
  return { description: 'd', default_state: 'one', states };
}

function factsOf(managed: ManagedIndex, nowMs: number, more: Partial<IndexMetadata> = {}): Facts {
  const index: IndexMetadata = {
    name: 'i-1',
    uuid: 'u',
    version: 1,
    mappingVersion: 1,
    settingsVersion: 1,
    aliasesVersion: 1,
    state: 'open',
    settings: new Map(),
    mapping: {},
    aliases: new Map(),
    numberOfShards: 1,
    numberOfReplicas: 0,
    routingNumShards: 1,
    routingPartitionSize: 1,
    creationDateMs: 0,
    primaryTerms: [1],
    inSync: [[]],
    ...more,
  };
  return { state: emptyState('c', 'u'), index, managed, primaries: undefined, nowMs };
}

function begun(policy: JsonObject, dialect: 'ism' | 'ilm' = 'ism'): ManagedIndex {
  const stored = { id: 'p', dialect, source: policy, version: 1, seqNo: 0, updatedMs: 0 };
  return beginning(stored, 0);
}

/** The next step; throws if there is none. */
function next(managed: ManagedIndex, nowMs: number): Step {
  const decision = advance(readPolicy(managed.dialect, managed.policy), factsOf(managed, nowMs));
  if (decision.kind === 'nothing') throw new Error('nothing is next');
  return decision.kind === 'step' ? decision.step : decision.after;
}

function isIdle(managed: ManagedIndex, nowMs: number): boolean {
  const policy = readPolicy(managed.dialect, managed.policy);
  return advance(policy, factsOf(managed, nowMs)).kind === 'nothing';
}

test('a failed action waits longer each time, and then stands still', () => {
  const retry = { count: 2, backoff: 'exponential', delay: '1m' };
  const entered = next(begun(source({ rollover: {}, retry })), 0).to;
  const first = next(entered, 0).to;
  expect(first).toMatchObject({ failures: 1, failedAtMs: 0, status: 'running', action: 0 });
  expect(isIdle(first, MINUTE - 1)).toBe(true);
  const second = next(first, MINUTE).to;
  expect(second).toMatchObject({ failures: 2, failedAtMs: MINUTE });
  expect(isIdle(second, 3 * MINUTE - 1)).toBe(true);
  const third = next(second, 3 * MINUTE).to;
  expect(third).toMatchObject({ failures: 3, status: 'failed' });
  expect(isIdle(third, 100 * MINUTE)).toBe(true);
});

test('phases try again without end, once a minute', () => {
  const phases = { hot: { actions: { rollover: { max_age: '1d', min_docs: 0 } } } };
  const entered = next(next(begun({ phases }, 'ilm'), 0).to, 0).to;
  let managed = next(entered, 0).to;
  for (let minutes = 1; minutes < 30; minutes++) {
    expect(isIdle(managed, minutes * MINUTE - 1)).toBe(true);
    managed = next(managed, minutes * MINUTE).to;
  }
  expect(managed).toMatchObject({ status: 'running', failures: 30 });
});

test('an action that takes too long has failed', () => {
  const entered = next(begun(source({ read_only: {}, timeout: '1m' })), 0).to;
  expect(next(entered, MINUTE + 1).to).toMatchObject({
    status: 'failed',
    message: 'Action timed out',
  });
});

test('what an attempt threw is a failure of the action', () => {
  const entered = next(begun(source({ delete: {} })), 0).to;
  const policy = readPolicy('ism', entered.policy);
  const { to } = afterFailure(policy, factsOf(entered, 5), 'no');
  expect(to).toMatchObject({ failures: 1, failedAtMs: 5, message: 'Failed [delete]: no' });
});

test('each step has the next version, and a step that is none changes nothing', () => {
  const policy = source(
    { read_only: {} },
    { state_name: 'two', conditions: { min_index_age: '1h' } },
  );
  const entered = next(begun(policy), 0).to;
  const blocked = next(entered, 0);
  expect(blocked.effects).toHaveLength(1);
  expect([entered.version, blocked.to.version]).toEqual([2, 3]);
  expect(isIdle(blocked.to, 60 * MINUTE - 1)).toBe(true);
  const moved = next(blocked.to, 60 * MINUTE).to;
  expect(moved).toMatchObject({ state: 'two', action: 0, version: 4 });
  expect(next(moved, 60 * MINUTE).to.status).toBe('completed');
});

test('cron comes due in its time zone', () => {
  const cron = { cron: { expression: '0 3 * * *', timezone: 'Europe/Vienna' } };
  const policy = source({ read_only: {} }, { state_name: 'two', conditions: { cron } });
  const at = Date.parse('2024-07-01T00:30:00Z');
  const done = next(next(begun(policy), at).to, at).to;
  expect(isIdle(done, Date.parse('2024-07-01T00:59:59Z'))).toBe(true);
  expect(next(done, Date.parse('2024-07-01T01:00:00Z')).to.state).toBe('two');
});

test('another policy is taken when the actions of the state are complete', () => {
  const policy = source({ read_only: {} });
  const changed = source({ read_write: {} });
  const change = { policyId: 'q' };
  const entered = { ...next(begun(policy), 0).to, change };
  const done = next(entered, 0).to;
  const taken = { policy: changed, policyId: 'q', policyVersion: 1, policySeqNo: 3 };
  const decision = advance(readPolicy('ism', policy), factsOf(done, 9), {
    policy: readPolicy('ism', changed),
    taken,
  });
  expect(decision).toMatchObject({
    kind: 'step',
    step: { to: { ...taken, state: 'one', action: 0, stateSinceMs: 9 } },
  });
  expect(decision).not.toMatchObject({ step: { to: { change } } });
  const lost = advance(readPolicy('ism', policy), factsOf(done, 9), undefined);
  expect(lost).toMatchObject({ step: { to: { status: 'failed' } } });
});

test.each([
  ['ism', source({ read_only: {} }, { state_name: 'two', conditions: { min_index_age: '0.5d' } })],
  ['ism', source({ rollover: { min_index_age: '0.5d' } })],
  ['ism', source({ read_only: {}, timeout: '0.5d' })],
  ['ilm', { phases: { delete: { min_age: '0.5d', actions: { delete: {} } } } }],
] as const)('ages in a policy of %s are whole numbers of a unit', (dialect, policy) => {
  expect(() => readPolicy(dialect, policy)).toThrow(
    'failed to parse [0.5d], fractional time values are not supported',
  );
});

test('a fault shows a number beyond those of doubles', () => {
  const conditions = { min_size: { bytes: 2n ** 63n } };
  const policy = source({ read_only: {} }, { state_name: 'two', conditions });
  expect(() => readPolicy('ism', policy)).toThrow(
    '[min_size] must be a size such as 10gb but was [{"bytes":9223372036854775808}]',
  );
});
