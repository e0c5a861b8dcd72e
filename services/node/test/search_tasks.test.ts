/** Searches are tasks: they are listed while they run, and who cancels one is obeyed inside a document, too. */
import { eventually, TestCluster, type TestNode } from './test_cluster.js';

let cluster: TestCluster;
let node: TestNode;

/** Documents times functions: minutes of work. */
const DOCUMENTS = 50_000;
const FUNCTIONS = 200_000;
const query = {
  function_score: {
    functions: Array.from({ length: FUNCTIONS }, (_, i) => ({ weight: 1 + i / 1e6 })),
    score_mode: 'sum',
  },
};

beforeAll(async () => {
  cluster = await TestCluster.start({ nodes: 1 });
  await cluster.formed(1);
  [node] = cluster.nodes as [TestNode];
  const settings = { number_of_shards: 1, number_of_replicas: 0 };
  for (const index of ['long', 'two']) await node.request('PUT', `/${index}`, { settings });
  const lines = Array.from({ length: DOCUMENTS }, () => '{"index":{"_index":"long"}}\n{"n":1}\n');
  await node.send('POST', '/_bulk?refresh=true', lines.join(''));
});
afterAll(() => cluster?.stop());

interface Listed {
  readonly nodes: Readonly<Record<string, { readonly tasks: Readonly<Record<string, object>> }>>;
}

async function running(action: string): Promise<readonly (readonly [string, object])[]> {
  const { json } = await node.request<Listed>('GET', `/_tasks?detailed&actions=${action}`);
  return Object.values(json.nodes).flatMap(({ tasks }) => Object.entries(tasks));
}

const msearch = `{}\n${JSON.stringify({ query })}\n{}\n{"size":0}\n`;

test.each([
  ['/long/_search', 'indices:data/read/search', JSON.stringify({ query }), 400],
  ['/long,two/_search', 'indices:data/read/search', JSON.stringify({ query }), 200],
  ['/long/_msearch', 'indices:data/read/msearch', msearch, 200],
] as const)('%s is listed, and stops when it is cancelled', async (path, action, body, status) => {
  const answer = node.send<object>('POST', path, body);
  const [id, task] = await eventually(
    `${action} is listed`,
    async () => (await running(action))[0],
  );
  expect(task).toMatchObject({ action, cancellable: true, cancelled: false });
  await node.request('POST', `/_tasks/${id}/_cancel`);
  expect(await answer).toMatchObject({ status });
  expect(JSON.stringify((await answer).json)).toContain('task_cancelled_exception');
  expect(await running(action)).toEqual([]);
});

test('a search thread is free again', async () => {
  const sorted = { size: 1, sort: ['_doc'], query: { match: { n: 1 } } };
  expect(await node.request('POST', '/long/_search', sorted)).toMatchObject({ status: 200 });
});
