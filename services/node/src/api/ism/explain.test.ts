import { beginning } from '@skein/lifecycle';
import { OneNodeApi } from '../../testing/one_node_api.js';

const POLICY = {
  dialect: 'ilm',
  id: 'days',
  source: { phases: { hot: { actions: { rollover: { max_age: '1d' } } } } },
  version: 1,
  seqNo: 0,
  updatedMs: 0,
} as const;

/** The API of a node with an index that a policy of ILM manages. */
async function managedByIlm(): Promise<OneNodeApi> {
  const api = await new OneNodeApi().start();
  await api.request('PUT', '/logs', {});
  const uuid = api.master.state().metadata.indices.get('logs')?.uuid ?? '';
  const step = { index: 'logs', uuid, to: beginning(POLICY, 0), effects: [] };
  await api.master.submit('lifecycle_step', step, { timeoutMs: -1, masterTimeoutMs: -1 });
  expect(api.master.state().metadata.indices.get('logs')?.lifecycle?.dialect).toBe('ilm');
  return api;
}

test.each([{ failed: false }, { state: 'hot' }, { action_type: 'rollover' }])(
  'an index that ILM manages matches no filter: %j',
  async (filter) => {
    const api = await managedByIlm();
    const answer = await api.request('POST', '/_plugins/_ism/explain/logs', { filter });
    expect(answer).toMatchObject({ status: 200, json: { total_managed_indices: 0 } });
    expect(answer.json).not.toHaveProperty('logs');
  },
);
