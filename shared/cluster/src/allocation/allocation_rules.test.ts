import { readAllocationRules } from './allocation_rules.js';

const rules = (settings: Readonly<Record<string, string>>) =>
  readAllocationRules(new Map(Object.entries(settings)));

const FORCE = 'cluster.routing.allocation.awareness.force';

test('forced values are those of attributes that have some', () => {
  const { forced } = rules({
    [`${FORCE}.zone.values`]: 'a, b',
    [`${FORCE}.rack.values`]: '',
    [`${FORCE}.rack.other`]: 'x',
    [`${FORCE}.a.b.values`]: 'c',
  });
  expect([...forced]).toEqual([
    ['zone', ['a', 'b']],
    ['a.b', ['c']],
  ]);
});

const RECOVERIES = 'cluster.routing.allocation.node_concurrent';

test('recoveries in a direction are limited by its setting, or by the one of both', () => {
  const limits = (settings: Readonly<Record<string, string>>) => {
    const { incoming, outgoing } = rules(settings);
    return [incoming, outgoing];
  };
  expect(limits({})).toEqual([2, 2]);
  expect(limits({ [`${RECOVERIES}_recoveries`]: '5' })).toEqual([5, 5]);
  expect(
    limits({ [`${RECOVERIES}_recoveries`]: '5', [`${RECOVERIES}_incoming_recoveries`]: '7' }),
  ).toEqual([7, 5]);
  expect(limits({ [`${RECOVERIES}_outgoing_recoveries`]: '3' })).toEqual([2, 3]);
});
