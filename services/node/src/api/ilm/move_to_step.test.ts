import type { ManagedIndex } from '@skein/cluster';
import { OneNodeApi } from '../../testing/one_node_api.js';

const POLICY = {
  phases: {
    hot: { actions: { rollover: { max_docs: 1 }, set_priority: { priority: 5 } } },
    warm: { actions: { forcemerge: { max_num_segments: 1 } } },
  },
};

/** An index whose first action failed a while ago. */
const FAILED: ManagedIndex = {
  version: 1,
  dialect: 'ilm',
  policyId: 'p',
  policy: POLICY,
  policyVersion: 1,
  policySeqNo: 0,
  sinceMs: 0,
  state: 'hot',
  stateSinceMs: 0,
  action: 0,
  actionSinceMs: 0,
  memo: { kept: 'by this action' },
  failures: 1,
  failedAtMs: 7,
  status: 'running',
  message: '',
};

let api: OneNodeApi;
beforeEach(async () => {
  api = await new OneNodeApi().start();
  await api.request('PUT', '/_ilm/policy/p', { policy: POLICY });
  await api.request('PUT', '/a', {});
  const uuid = api.master.state().metadata.indices.get('a')?.uuid ?? '';
  const request = { index: 'a', uuid, to: FAILED, effects: [], isByHand: true };
  await api.master.submit('lifecycle_step', request, { timeoutMs: -1, masterTimeoutMs: -1 });
});

const managed = () => api.master.state().metadata.indices.get('a')?.lifecycle;

test('the step that explain shows is where the index can be moved from', async () => {
  const { json } = await api.request('GET', '/a/_ilm/explain');
  const { indices } = json as { indices: Record<string, Record<string, string>> };
  const { phase, action, step: name } = indices.a ?? {};
  expect(name).toBe('ERROR');
  const answer = await api.request('POST', '/_ilm/move/a', {
    current_step: { phase, action, name },
    next_step: { phase: 'warm' },
  });
  expect(answer).toEqual({ status: 200, json: { acknowledged: true } });
  expect(managed()).toMatchObject({ state: 'warm', action: 0, failures: 0, version: 2 });
});

test('a moved index keeps nothing of the action that it left', async () => {
  await api.request('POST', '/_ilm/move/a', {
    current_step: { phase: 'hot' },
    next_step: { phase: 'hot', action: 'rollover', name: 'check-rollover-ready' },
  });
  expect(managed()).toMatchObject({ state: 'hot', action: 1 });
  expect(managed()).not.toHaveProperty('memo');
  expect(managed()).not.toHaveProperty('failedAtMs');
});

test.each([
  [{ phase: 'warm', action: 5 }, '[next_step] needs a text as [action]'],
  [{ phase: 'warm', action: null }, '[next_step] needs a text as [action]'],
  [{ phase: 'warm', action: 'forcemerge', name: ['x'] }, '[next_step] needs a text as [name]'],
])('%j is no step', async (next_step, reason) => {
  const body = { current_step: { phase: 'hot' }, next_step };
  const { status, json } = await api.request('POST', '/_ilm/move/a', body);
  expect([status, json]).toMatchObject([400, { error: { reason } }]);
});
