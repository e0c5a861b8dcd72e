import { silentLog } from '@skein/base';
import { type ClusterState, emptyState, runCommand } from '@skein/cluster';
import { ApiError } from '@skein/errors';
import { policyDues, readSnapshotPolicy } from '@skein/lifecycle';
import { systemRandom } from '@skein/platform';
import { openSecurity } from '../security/open_security.js';
import { SnapshotPolicyHost } from './snapshot_policy_host.js';

const SOURCE = { schedule: '0 0 1 1 1 ?', name: '<daily-{now/d}>', repository: 'r' };
const MADE_MS = Date.parse('2026-11-28T00:00:00Z');
const DUE_MS = Date.parse('2027-01-02T00:00:00Z');
const SETTLE_MS = 100;

function stateWithPolicy(): ClusterState {
  const dues = policyDues(readSnapshotPolicy('slm', SOURCE), MADE_MS);
  const policy = { dialect: 'slm', name: 'p', source: SOURCE, owner: {} } as const;
  const environment = { nowMs: MADE_MS, random: systemRandom } as never;
  const repository = { name: 'r', type: 'fs', settings: { location: 'r' } };
  const first = runCommand(emptyState('c', 'u'), 'put_repository', repository, environment);
  const request = { ...policy, isEnabled: true, dues, expected: 'any' } as never;
  return { ...runCommand(first, 'put_snapshot_policy', request, environment), masterNodeId: 'n' };
}

test('a change during a step is heeded at once after it', async () => {
  const state = stateWithPolicy();
  const due: { readonly delayMs: number; readonly run: () => void }[] = [];
  const submitted: PromiseWithResolvers<never>[] = [];
  const host = new SnapshotPolicyHost({
    localNodeId: 'n',
    clock: { nowMs: () => DUE_MS, monotonicMs: () => 0 },
    timers: {
      after: (delayMs, run) => {
        const timer = { delayMs, run };
        due.push(timer);
        return { cancel: () => void due.splice(due.indexOf(timer), 1) };
      },
    },
    log: silentLog,
    masterService: {
      state: () => state,
      submit: () => {
        const pending = Promise.withResolvers<never>();
        submitted.push(pending);
        return pending.promise;
      },
    },
    snapshots: { checkWritable: () => undefined, operate: () => Promise.reject(new Error('no')) },
    security: openSecurity,
    random: systemRandom,
  });
  const settle = () => {
    host.apply(state);
    for (const { run } of due.splice(0)) run();
  };
  settle();
  expect(submitted).toHaveLength(1);
  settle();
  expect(submitted).toHaveLength(1);
  expect(due.map(({ delayMs }) => delayMs)).not.toContain(SETTLE_MS);
  submitted[0]?.reject(new ApiError('master_not_discovered_exception', 'for a moment'));
  await new Promise(setImmediate);
  expect(due.map(({ delayMs }) => delayMs)).toContain(SETTLE_MS);
  await host.stop();
});
