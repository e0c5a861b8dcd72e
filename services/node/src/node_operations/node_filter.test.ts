import { type ClusterNode, type ClusterState, emptyState } from '@skein/cluster';
import { chosenMetrics } from '../api/nodes/metrics.js';
import { chosenNodes } from './node_filter.js';

function node(id: string, name: string, roles: ClusterNode['roles'], rack: string): ClusterNode {
  return {
    id,
    ephemeralId: `e-${id}`,
    name,
    host: '10.0.0.1',
    transportAddress: '10.0.0.1:9300',
    httpAddress: undefined,
    roles,
    attributes: new Map([['rack', rack]]),
    version: '0.1.0',
  };
}

const NODES = [
  node('A', 'alpha', ['master', 'data'], 'r1'),
  node('B', 'beta', ['data', 'ingest'], 'r2'),
  node('C', 'gamma', [], 'r2'),
];
const STATE: ClusterState = {
  ...emptyState('c', 'u'),
  masterNodeId: 'A',
  nodes: new Map(NODES.map((one) => [one.id, one])),
};

test.each([
  [undefined, 'ABC'],
  ['_all', 'ABC'],
  ['_local', 'B'],
  ['_master', 'A'],
  ['_cluster_manager', 'A'],
  ['beta', 'B'],
  ['C', 'C'],
  ['*a', 'ABC'],
  ['al*,gam*', 'AC'],
  ['rack:r2', 'BC'],
  ['data:true', 'AB'],
  ['_all,data:false', 'C'],
  ['coordinating_only:true', 'C'],
  ['10.0.0.1:9300', 'ABC'],
  ['nobody', ''],
])('%s', (filter, ids) => {
  expect(chosenNodes(STATE, filter, 'B').join('')).toBe(ids);
});

test('metrics', () => {
  const known = ['os', 'jvm', 'transport'] as const;
  const choose = (asked: string | undefined) => [...chosenMetrics(known, asked, { path: '/p' })];
  expect(choose(undefined)).toEqual(['os', 'jvm', 'transport']);
  expect(choose('jvm,os')).toEqual(['os', 'jvm']);
  expect(() => choose('transprot')).toThrow(
    'request [/p] contains unrecognized metric: [transprot] -> did you mean [transport]?',
  );
  expect(() => choose('_all,os')).toThrow('contains _all and individual metrics [_all,os]');
});
