/** Tests the commands of snapshot policies: expected versions, due times, steps and retention. */
import {
  NO_COUNTS,
  type SnapshotPolicyRecord,
  snapshotPolicyKey,
} from '../state/snapshot_policy.js';
import { refusal, Scene } from '../testing/fixtures.js';
import type { CommandRequest } from './registry.js';

type Put = CommandRequest<'put_snapshot_policy'>;

const PUT: Put = {
  dialect: 'slm',
  name: 'daily',
  source: { name: 'daily' },
  owner: {},
  isEnabled: true,
  dues: { creation: 1000, deletion: null },
  expected: 'any',
};

const put = (scene: Scene, more: Partial<Put> = {}): Scene =>
  scene.run('put_snapshot_policy', { ...PUT, ...more });

function policy(scene: Scene, name = 'daily'): SnapshotPolicyRecord | undefined {
  return scene.state.metadata.snapshotPolicies.get(snapshotPolicyKey('slm', name));
}

test('a policy stored again has the next version and step; numbers rise over all policies', () => {
  const scene = put(put(new Scene()), { name: 'hourly', isEnabled: false });
  expect(policy(scene)).toMatchObject({ version: 1, seqNo: 0, step: 1 });
  expect(policy(scene)?.enabledMs).toBe(scene.env.nowMs);
  expect(policy(scene, 'hourly')).toMatchObject({ version: 1, seqNo: 1, step: 1 });
  expect(policy(scene, 'hourly')).not.toHaveProperty('enabledMs');
  put(scene, { source: { name: 'other' } });
  expect(policy(scene)).toMatchObject({
    version: 2,
    seqNo: 2,
    step: 2,
    source: { name: 'other' },
    creation: { dueMs: 1000, isDue: false, failures: 0 },
    deletion: { isDue: false, failures: 0 },
  });
  expect(policy(scene)?.deletion).not.toHaveProperty('dueMs');
  put(scene, { dues: {} });
  expect(policy(scene)).not.toHaveProperty('creation');
  expect(policy(scene)).not.toHaveProperty('deletion');
});

test('a policy is stored only over the one that the request expects', () => {
  const scene = new Scene();
  const conflict = (expected: Put['expected']) =>
    refusal(() => put(scene, { expected })).reason.replace(
      '[daily-sm-policy]: version conflict, ',
      '',
    );
  expect(conflict(0)).toBe('required seqNo [0], primary term [1]. but no document was found');
  put(scene, { expected: 'new' });
  expect(conflict('new')).toBe('document already exists (current version [1])');
  expect(conflict(1)).toBe(
    'required seqNo [1], primary term [1]. current document has seqNo [0] and primary term [1]',
  );
  put(scene, { expected: 0 });
  expect(policy(scene)).toMatchObject({ version: 2, seqNo: 1 });
});

test('a policy is enabled and disabled once, and keeps its work under way', () => {
  const scene = put(new Scene(), { isEnabled: false });
  const started = { uuid: 'u', names: ['s'] };
  const latest = { status: 'IN_PROGRESS', startMs: 1, message: '' } as const;
  scene.run('snapshot_policy_step', {
    dialect: 'slm',
    name: 'daily',
    seqNo: 0,
    from: 1,
    progress: { creation: { dueMs: 1, isDue: true, failures: 2, started, latest } },
  });
  const enable = (isEnabled: boolean) =>
    scene.run('enable_snapshot_policy', {
      dialect: 'slm',
      name: 'daily',
      isEnabled,
      dues: { creation: 5 },
    });
  const before = scene.state;
  expect(enable(false).state).toBe(before);
  enable(true);
  expect(policy(scene)).toMatchObject({ version: 2, seqNo: 1, step: 3 });
  expect(policy(scene)?.enabledMs).toBe(scene.env.nowMs);
  expect(policy(scene)?.creation).toEqual({
    dueMs: 5,
    isDue: false,
    failures: 0,
    started,
    latest,
  });
  const enabled = scene.state;
  expect(enable(true).state).toBe(enabled);
  expect(policy(enable(false))).not.toHaveProperty('enabledMs');
});

test('a step is taken only from the record on which it was decided', () => {
  const scene = put(new Scene());
  const step = (more: Partial<CommandRequest<'snapshot_policy_step'>>) =>
    scene.run('snapshot_policy_step', {
      dialect: 'slm',
      name: 'daily',
      seqNo: 0,
      from: 1,
      progress: { creation: { isDue: true, failures: 1 } },
      ...more,
    }).state;
  const before = scene.state;
  for (const other of [{ seqNo: 1 }, { from: 2 }, { name: 'x' }, { dialect: 'sm' }] as const)
    expect(step(other)).toBe(before);
  step({});
  expect(policy(scene)).toMatchObject({ step: 2, creation: { isDue: true, failures: 1 } });
  const stepped = scene.state;
  expect(step({})).toBe(stepped);
});

test('a policy stored again keeps what became of its work, and counts no failed attempt', () => {
  const scene = put(new Scene());
  expect(policy(scene)).toMatchObject({ counts: NO_COUNTS });
  expect(policy(scene)).not.toHaveProperty('lastSuccess');
  expect(policy(scene)).not.toHaveProperty('lastFailure');
  const started = { uuid: 'u', names: ['s2'] };
  const latest = { status: 'RETRYING', startMs: 3, message: 'm' } as const;
  const became = {
    counts: { ...NO_COUNTS, taken: 4, failedInRow: 1 },
    lastSuccess: { snapshot: 's1', startMs: 1, endMs: 2, indices: ['a'] },
    lastFailure: { snapshot: 's0', atMs: 1, reason: 'no' },
  };
  scene.run('snapshot_policy_step', {
    dialect: 'slm',
    name: 'daily',
    seqNo: 0,
    from: 1,
    progress: {
      ...became,
      creation: { dueMs: 5, isDue: true, failures: 2, failedAtMs: 4, started, latest },
    },
  });
  put(scene, { source: {} });
  expect(policy(scene)).toMatchObject(became);
  expect(policy(scene)?.creation).toEqual({
    dueMs: 1000,
    isDue: false,
    failures: 0,
    started,
    latest,
  });
});

test('ended retentions are counted by their results', () => {
  const scene = put(new Scene());
  (['done', 'failed', 'timed_out', 'failed'] as const).forEach((result, at) => {
    scene.run('snapshot_policy_step', {
      dialect: 'slm',
      name: 'daily',
      seqNo: 0,
      from: 1 + at,
      progress: {},
      retention: { result, deletionMs: 10 },
    });
  });
  expect(scene.state.metadata.snapshotLifecycle).toMatchObject({
    retentionFailed: 2,
    retentionTimedOut: 1,
    deletionMs: 40,
  });
});

const RETENTION = { schedule: '0 30 1 * * ?', isSchedulingAlone: false };

test('retention makes the deletions of policies due, once for each due time', () => {
  const scene = put(put(new Scene()), { name: 'kept', dues: { creation: 1 } });
  scene.run('run_snapshot_retention', { ...RETENTION, isSchedulingAlone: true, nextMs: 100 });
  expect(policy(scene)).toMatchObject({ step: 1, deletion: { isDue: false } });
  const { snapshotLifecycle: planned } = scene.state.metadata;
  expect(planned).toMatchObject({
    retentionRuns: 0,
    retentionDueMs: 100,
    retentionSchedule: RETENTION.schedule,
  });
  const before = scene.state;
  expect(scene.run('run_snapshot_retention', { ...RETENTION, dueMs: 99 }).state).toBe(before);
  scene.run('run_snapshot_retention', { ...RETENTION, dueMs: 100, nextMs: 200 });
  expect(policy(scene)).toMatchObject({ step: 2, deletion: { isDue: true } });
  expect(policy(scene, 'kept')).toMatchObject({ step: 1 });
  expect(scene.state.metadata.snapshotLifecycle).toMatchObject({
    retentionRuns: 1,
    retentionDueMs: 200,
  });
  const due = scene.state;
  expect(scene.run('run_snapshot_retention', { ...RETENTION, dueMs: 100 }).state).toBe(due);
  scene.run('run_snapshot_retention', RETENTION);
  expect(policy(scene)).toMatchObject({ step: 2, deletion: { isDue: true } });
  expect(scene.state.metadata.snapshotLifecycle.retentionRuns).toBe(2);
  expect(scene.state.metadata.snapshotLifecycle).not.toHaveProperty('retentionDueMs');
});

test('retention leaves the policies of OpenSearch alone, which have schedules of their own', () => {
  const scene = put(new Scene(), { dialect: 'sm' }).run('run_snapshot_retention', RETENTION);
  const record = scene.state.metadata.snapshotPolicies.get(snapshotPolicyKey('sm', 'daily'));
  expect(record).toMatchObject({ step: 1, deletion: { isDue: false } });
});

test('a pause is ended with new due times, and changes nothing twice', () => {
  const scene = put(new Scene());
  scene.run('run_snapshot_retention', { ...RETENTION, nextMs: 100 });
  const set = (isStopped: boolean, creation = 1) =>
    scene.run('set_snapshot_lifecycle_mode', {
      isStopped,
      dues: [
        ['daily', { creation }],
        ['gone', { creation }],
      ],
    }).state;
  const before = scene.state;
  expect(set(false)).toBe(before);
  scene.run('set_snapshot_lifecycle_mode', { isStopped: true, dues: [] });
  expect(scene.state.metadata.snapshotLifecycle).toMatchObject({ isStopped: true });
  expect(scene.state.metadata.snapshotLifecycle).not.toHaveProperty('retentionDueMs');
  expect(scene.state.metadata.snapshotLifecycle).not.toHaveProperty('retentionSchedule');
  expect(policy(scene)).toMatchObject({ step: 2, creation: { dueMs: 1000 } });
  set(false, 7000);
  expect(policy(scene)).toMatchObject({ step: 3, creation: { dueMs: 7000 } });
  expect([...scene.state.metadata.snapshotPolicies.keys()]).toEqual(['slm/daily']);
});

test('a policy that is gone is told in the words of its dialect', () => {
  const remove = (dialect: 'slm' | 'sm') =>
    refusal(() => put(new Scene()).run('delete_snapshot_policy', { dialect, name: 'x' }));
  expect(remove('slm')).toMatchObject({
    type: 'resource_not_found_exception',
    reason: 'snapshot lifecycle policy or policies [x] not found',
  });
  expect(remove('sm')).toMatchObject({
    status: 404,
    reason: 'Snapshot management policy not found',
  });
  const scene = put(new Scene()).run('delete_snapshot_policy', { dialect: 'slm', name: 'daily' });
  expect(scene.state.metadata.snapshotPolicies.size).toBe(0);
});
