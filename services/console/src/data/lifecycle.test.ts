import { ilmStandings, ismStandings, retryRequest } from './lifecycle.js';

it('reads where indices stand in policies of states, and leaves out what has none', () => {
  const standings = ismStandings({
    'logs-1': {
      policy_id: 'keep',
      state: { name: 'hot' },
      action: { name: 'rollover', failed: true },
      step: { name: 'attempt_rollover', step_status: 'failed' },
      info: { message: 'Missing rollover_alias' },
    },
    plain: { policy_id: undefined, enabled: null },
    total_managed_indices: 1,
  });
  expect(standings).toEqual([
    {
      index: 'logs-1',
      language: 'ISM',
      policy: 'keep',
      where: 'hot → rollover → attempt_rollover',
      info: 'Missing rollover_alias',
      hasFailed: true,
    },
  ]);
  expect(standings.map(retryRequest)).toEqual([
    { method: 'POST', path: '/_plugins/_ism/retry/logs-1' },
  ]);
});

it('reads where indices stand in policies of phases', () => {
  const standings = ilmStandings({
    indices: {
      a: { managed: true, policy: 'keep', phase: 'hot', action: 'rollover', step: 'check' },
      b: {
        managed: true,
        policy: 'keep',
        phase: 'hot',
        action: 'rollover',
        step: 'ERROR',
        failed_step: 'check-rollover-ready',
        step_info: { reason: 'no alias' },
      },
      c: { managed: false },
    },
  });
  expect(standings.map(({ index, where, hasFailed }) => [index, where, hasFailed])).toEqual([
    ['a', 'hot → rollover → check', false],
    ['b', 'hot → rollover → check-rollover-ready', true],
  ]);
  expect(standings[1]).toMatchObject({ info: 'no alias' });
  expect(standings.map(retryRequest)[1]?.path).toBe('/b/_ilm/retry');
});
