/**
 * Log shippers set up what they need at their first start, and stop if it is missing. Their
 * requests, taken from their public sources, are answered so that they continue, and their
 * documents are found.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually, TestCluster, type TestNode } from './test_cluster.js';

interface StartUp {
  /** The program, and the place of the requests in its sources. */
  readonly what: string;
  /** The product as which the node answers. */
  readonly profile?: string;
  readonly requests: readonly Request[];
  /** The index or data stream in which its documents are found. */
  readonly finds: string;
  /** True when `finds` is a data stream. */
  readonly stream?: true;
}

interface Request {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly body?: object;
  readonly lines?: readonly object[];
  /** The text that the program looks for in the answer. */
  readonly contains?: object;
}

const FOLDER = join(import.meta.dirname, 'shippers');
const STARTS = readdirSync(FOLDER).map((file) => {
  const start = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as StartUp;
  return { name: file.replace('.json', ''), ...start };
});

async function answersOf(node: TestNode, requests: readonly Request[]): Promise<void> {
  for (const { method, path, status, body, lines, contains = {} } of requests) {
    const bulk = lines?.map((line) => `${JSON.stringify(line)}\n`).join('');
    const text = bulk ?? (body === undefined ? undefined : JSON.stringify(body));
    const answer = await node.send<{ errors?: boolean }>(method, path, text);
    expect([method, path, answer.status, answer.json]).toEqual([method, path, status, answer.json]);
    expect(answer.json ?? {}).toMatchObject(contains);
    if (lines !== undefined) expect(answer.json).toMatchObject({ errors: false });
  }
}

test.each(STARTS)('$name', async ({ profile, requests, finds, stream }) => {
  const settings = profile === undefined ? {} : { 'compatibility.profile': profile };
  const cluster = await TestCluster.start({ nodes: 1, settings });
  try {
    await cluster.formed(1);
    const [node] = cluster.nodes as [TestNode];
    if (profile === 'elasticsearch-8') {
      await eventually('the templates of Elasticsearch', async () => {
        const { status } = await node.request('HEAD', '/_index_template/synthetics');
        return status === 200 ? true : undefined;
      });
    }
    await answersOf(node, requests);
    await node.request('POST', `/${finds}/_refresh`);
    const documents = requests.flatMap(({ lines = [] }) => lines).length / 2;
    expect((await node.request('GET', `/${finds}/_count`)).json.count).toBe(documents);
    const { status } = await node.request('GET', `/_data_stream/${finds}`);
    expect(status).toBe(stream === true ? 200 : 404);
    // A second start finds everything in place.
    const again = requests.filter(({ method }) => method === 'HEAD' || method === 'GET');
    for (const { method, path } of again) {
      expect([path, (await node.request(method, path)).status]).toEqual([path, 200]);
    }
  } finally {
    await cluster.stop();
  }
});
