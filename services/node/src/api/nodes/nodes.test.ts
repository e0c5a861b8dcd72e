import type { NodeOperations, NodeReport } from '../../node_operations/mod.js';
import { OneNodeApi } from '../../testing/one_node_api.js';
import { TEST_NODE } from '../../testing/test_node.js';

/** The parts of a report that the sections of shards, and the heading of an entry, are made of. */
function report(): NodeReport {
  const { id, name, transportAddress, roles, attributes } = { ...TEST_NODE, id: 'node-1' };
  const facts = { id, name, transportAddress, host: '', ip: '', roles, attributes };
  return { atMs: 0, facts, process: { os: { name: 'Linux' } }, work: {} } as unknown as NodeReport;
}

async function api(): Promise<OneNodeApi> {
  const nodeOperations: Partial<NodeOperations> = {
    localNodeId: 'node-1',
    reports: async () => ({ reports: [report()], failures: [] }),
    applied: async () => undefined,
  };
  return new OneNodeApi(undefined, { nodeOperations: nodeOperations as NodeOperations }).start();
}

const metricsOf = (json: unknown): string[] => {
  const { nodes } = json as { nodes: Record<string, object> };
  return Object.keys(nodes['node-1'] ?? {}).filter((key) => ['os', 'plugins'].includes(key));
};

test.each([
  ['/_nodes/_local/os,none', ['os']],
  ['/_nodes/_local/_all,os', ['os']],
  ['/_nodes/_local/none', []],
  ['/_nodes/os,plugins', ['os', 'plugins']],
])('%s shows the metrics that it knows', async (path, expected) => {
  const { status, json } = await (await api()).request('GET', path);
  expect([status, metricsOf(json)]).toEqual([200, expected]);
});

test.each([
  ['zoo,doc', 'unrecognized index metrics: [doc] -> did you mean [docs]?, [zoo]'],
  ['_none', 'unrecognized index metric: [_none]'],
  ['_all,docs', 'unrecognized index metric: [_all]'],
])('an index metric of %s is refused', async (metrics, reason) => {
  const answer = await (await api()).request('GET', `/_nodes/stats/indices/${metrics}`);
  expect([answer.status, JSON.stringify(answer.json)]).toEqual([
    400,
    expect.stringContaining(reason),
  ]);
});

test('each shard of a node shows its place, its commit and its checkpoints', async () => {
  const one = await api();
  await one.request('PUT', '/books', { settings: { number_of_replicas: 0 } });
  const { json } = await one.request('GET', '/_nodes/stats/indices/docs?level=shards');
  expect(json).toMatchObject({
    nodes: {
      'node-1': {
        indices: {
          shards: {
            books: [
              {
                '0': {
                  routing: { state: 'STARTED', primary: true, node: 'node-1' },
                  docs: { count: 0 },
                  commit: { num_docs: 0 },
                  seq_no: { max_seq_no: -1 },
                  retention_leases: { leases: [] },
                },
              },
            ],
          },
        },
      },
    },
  });
});
