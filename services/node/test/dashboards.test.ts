/**
 * Requests of OpenSearch Dashboards, Kibana and Grafana, answered as OpenSearch 2.19.1 answered
 * them (`scripts/record_dashboards.ts`).
 */
import {
  askDashboards,
  type DashboardAnswer,
  type DashboardRequests,
  readDashboardFile,
} from './dashboards/ask_dashboards.js';
import { TestCluster } from './test_cluster.js';

const requests = readDashboardFile<DashboardRequests>('requests.json');
const recorded = readDashboardFile<readonly DashboardAnswer[]>('answers.json');
let cluster: TestCluster;
let answers: ReadonlyMap<string, DashboardAnswer>;

beforeAll(async () => {
  cluster = await TestCluster.start({ nodes: 1 });
  const url = cluster.nodes[0]?.url ?? '';
  await fetch(`${url}/_cluster/settings`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ persistent: { 'compatibility.profile': 'opensearch-2' } }),
  });
  answers = new Map((await askDashboards(url, requests)).map((answer) => [answer.name, answer]));
});
afterAll(() => cluster?.stop());

test('every request has one answer', () => {
  const names = requests.requests.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(recorded.map(({ name }) => name)).toEqual(names);
});

test.each(recorded.map((answer) => [answer.name, answer] as const))('%s', (name, answer) => {
  expect(answers.get(name)).toEqual(answer);
});
