/** Runs of policies that are asked for, against a cluster state and its commands. */
import {
  type ClusterState,
  type CommandName,
  emptyState,
  runCommand,
  type SnapshotPolicyRecord,
  snapshotPolicyKey,
} from '@skein/cluster';
import { policyDues, readSnapshotPolicy } from '@skein/lifecycle';
import { systemRandom } from '@skein/platform';
import { openSecurity } from '../security/open_security.js';
import { PolicyRuns } from './policy_runs.js';

const SOURCE = { schedule: '0 0 1 1 1 ?', name: '<daily-{now/d}>', repository: 'r' };
const NOW_MS = Date.parse('2026-11-28T00:00:00Z');

class Scene {
  state: ClusterState = emptyState('c', 'u');
  readonly runs: PolicyRuns;

  constructor() {
    const clock = { nowMs: () => NOW_MS, monotonicMs: () => 0 };
    this.runs = new PolicyRuns({
      masterService: {
        state: () => this.state,
        submit: async (name, request) => this.#run(name, request) as never,
      },
      snapshots: {
        checkWritable: () => undefined,
        operate: () => Promise.reject(new Error('the repository is not read')),
      },
      security: openSecurity,
      clock,
      random: systemRandom,
    });
    const dues = policyDues(readSnapshotPolicy('slm', SOURCE), NOW_MS);
    const policy = { dialect: 'slm', name: 'p', source: SOURCE, owner: {} } as const;
    this.#run('put_repository', { name: 'r', type: 'fs', settings: { location: 'r' } });
    this.#run('put_snapshot_policy', { ...policy, isEnabled: true, dues, expected: 'any' });
  }

  #run(name: CommandName, request: unknown): void {
    const environment = { nowMs: NOW_MS, random: systemRandom };
    this.state = runCommand(this.state, name, request as never, environment as never);
  }

  get record(): SnapshotPolicyRecord {
    const found = this.state.metadata.snapshotPolicies.get(snapshotPolicyKey('slm', 'p'));
    if (found === undefined) throw new Error('there is no policy');
    return found;
  }

  takeNow(): Promise<string> {
    return this.runs.takeNow(this.record, new AbortController().signal);
  }

  /** Ends the snapshots; the master has not looked at the policy yet. */
  endSnapshots(): void {
    const { metadata } = this.state;
    const outcome = { result: 'SUCCESS', atMs: NOW_MS } as const;
    const ended = [...metadata.snapshots].map(([key, one]) => [key, { ...one, outcome }] as const);
    this.state = { ...this.state, metadata: { ...metadata, snapshots: new Map(ended) } };
  }
}

test('a snapshot that is being taken is the one that was asked for', async () => {
  const scene = new Scene();
  const first = await scene.takeNow();
  expect(await scene.takeNow()).toBe(first);
  expect(scene.state.metadata.snapshots.size).toBe(1);
});

test('one that has been taken is followed by another, although its end is not recorded yet', async () => {
  const scene = new Scene();
  const first = await scene.takeNow();
  scene.endSnapshots();
  const second = await scene.takeNow();
  expect(second).not.toBe(first);
  expect(scene.state.metadata.snapshots.size).toBe(2);
  expect(scene.record).toMatchObject({
    lastSuccess: { snapshot: first },
    counts: { taken: 1 },
    creation: { started: { names: [second] } },
  });
});
