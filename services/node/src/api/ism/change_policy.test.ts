import { OneNodeApi } from '../../testing/one_node_api.js';

test.each([
  ['kept', 'Must include a state when using include filter'],
  [['kept'], 'Must include a state when using include filter'],
  [{}, 'Missing state'],
  [[{ state: null }], 'Missing state'],
  [[{ state: 'kept', name: 'x' }], 'Invalid field: [name]'],
])('the filter [include] names states: %j', async (include, reason) => {
  const api = await new OneNodeApi().start();
  const body = { policy_id: 'monthly', include };
  const answer = await api.request('POST', '/_plugins/_ism/change_policy/logs', body);
  expect(answer).toMatchObject({ status: 400, json: { error: { reason } } });
});
