/**
 * A node is killed while aggregations run: each answer either holds all shards, because a copy on
 * another node was asked, or names the missing shards and holds exactly the others. No answer is
 * silently wrong.
 */
import { eventually, TestCluster, type TestNode } from './test_cluster.js';

const SHARDS = 6;
const DOCUMENTS = 3000;
const CLIENTS = 6;
/** The number of answers of all clients together, both before and after the node is killed. */
const ANSWERS = 60;
const COPIES = { settings: { number_of_shards: SHARDS, number_of_replicas: 1 } };
const MAPPINGS = {
  properties: {
    kind: { type: 'keyword' },
    at: { type: 'date' },
    amount: { type: 'long' },
    user: { type: 'keyword' },
  },
};
/**
 * An aggregation of two levels with metrics and a pipeline. Shards are reduced two at a time and
 * asked one after another, so that the search takes longer.
 */
const BODY = {
  size: 0,
  track_total_hits: true,
  aggs: {
    kinds: {
      terms: { field: 'kind', size: 50 },
      aggs: { sum: { sum: { field: 'amount' } }, users: { cardinality: { field: 'user' } } },
    },
    days: {
      date_histogram: { field: 'at', fixed_interval: '1d', min_doc_count: 1 },
      aggs: { kinds: { terms: { field: 'kind', size: 50 } } },
    },
    most: { max_bucket: { buckets_path: 'days>_count' } },
    all: { stats: { field: 'amount' } },
  },
};
const PATH =
  '/sales/_search?request_cache=false&batched_reduce_size=2&max_concurrent_shard_requests=1';

interface Bucket {
  readonly key: string | number;
  readonly doc_count: number;
  readonly sum?: { readonly value: number };
  readonly users?: { readonly value: number };
  readonly kinds?: { readonly buckets: readonly Bucket[] };
}

interface Found {
  readonly _shards: {
    readonly total: number;
    readonly failed: number;
    readonly failures?: readonly { readonly shard: number }[];
  };
  readonly hits: { readonly total: { readonly value: number } };
  readonly aggregations?: {
    readonly kinds: { readonly buckets: readonly Bucket[] };
    readonly days: { readonly buckets: readonly Bucket[] };
    readonly most: { readonly value: number };
    readonly all: { readonly count: number; readonly sum: number };
  };
}

interface Sale {
  readonly shard: number;
  readonly kind: string;
  readonly day: number;
  readonly amount: number;
  readonly user: string;
}

const DAY_MS = 86_400_000;

function saleOf(i: number): Omit<Sale, 'shard'> {
  return {
    kind: `k${(i * 7) % 23}`,
    day: (i * 13) % 11,
    amount: (i * 31) % 977,
    user: `u${i % 401}`,
  };
}

let cluster: TestCluster;
let sales: readonly Sale[];

beforeAll(async () => {
  cluster = await TestCluster.start({ nodes: 3 });
  await cluster.formed(3);
  const [node] = cluster.up as [TestNode];
  expect(await node.request('PUT', '/sales', { ...COPIES, mappings: MAPPINGS })).toMatchObject({
    status: 200,
  });
  await cluster.green();
  const lines = Array.from({ length: DOCUMENTS }, (_, i) => {
    const { kind, day, amount, user } = saleOf(i);
    return `{"index":{"_id":"${i}"}}\n${JSON.stringify({ kind, at: day * DAY_MS, amount, user })}\n`;
  });
  expect(await node.send('POST', '/sales/_bulk?refresh=true', lines.join(''))).toMatchObject({
    json: { errors: false },
  });
  const shards = await Promise.all(
    Array.from({ length: SHARDS }, (_, shard) => idsOf(node, shard)),
  );
  sales = shards.flatMap((ids, shard) => ids.map((id) => ({ shard, ...saleOf(Number(id)) })));
  expect(sales).toHaveLength(DOCUMENTS);
});

afterAll(() => cluster.stop());

async function idsOf(node: TestNode, shard: number): Promise<readonly string[]> {
  const path = `/sales/_search?size=${DOCUMENTS}&_source=false&preference=_shards:${shard}`;
  const { json } = await node.request<{ hits: { hits: { _id: string }[] } }>('GET', path);
  return json.hits.hits.map(({ _id }) => _id);
}

/** The expected aggregations over the documents of some shards. */
function expected(of: readonly Sale[]): object {
  const grouped = <K extends string | number>(key: (sale: Sale) => K, from = of) =>
    Map.groupBy(from, key);
  const days = [...grouped(({ day }) => day)];
  return {
    kinds: Object.fromEntries(
      [...grouped(({ kind }) => kind)].map(([kind, own]) => [
        kind,
        [own.length, sumOf(own), new Set(own.map(({ user }) => user)).size],
      ]),
    ),
    days: Object.fromEntries(
      days.map(([day, own]) => [
        day * DAY_MS,
        [own.length, countsOf([...grouped(({ kind }) => kind, own)])],
      ]),
    ),
    most: Math.max(...days.map(([, own]) => own.length)),
    all: [of.length, sumOf(of)],
    total: of.length,
  };
}

function sumOf(of: readonly Sale[]): number {
  return of.reduce((sum, { amount }) => sum + amount, 0);
}

function countsOf(groups: readonly (readonly [string, readonly Sale[]])[]): object {
  return Object.fromEntries(groups.map(([key, own]) => [key, own.length]));
}

/** The aggregations of an answer, in the form of `expected`. */
function told({ aggregations, hits }: Found): object {
  const { kinds, days, most, all } = aggregations as Required<Found>['aggregations'];
  return {
    kinds: Object.fromEntries(
      kinds.buckets.map((one) => [one.key, [one.doc_count, one.sum?.value, one.users?.value]]),
    ),
    days: Object.fromEntries(
      days.buckets.map((one) => [
        one.key,
        [
          one.doc_count,
          Object.fromEntries(one.kinds?.buckets.map((kind) => [kind.key, kind.doc_count]) ?? []),
        ],
      ]),
    ),
    most: most.value,
    all: [all.count, all.sum],
    total: hits.total.value,
  };
}

class Clients {
  answers = 0;
  /** The number of answers that lacked shards, and said so. */
  partial = 0;
  /** The number of requests that no shard answered, and whose answer said so. */
  refused = 0;
  readonly wrong: unknown[] = [];
  readonly #nodes: readonly TestNode[];
  readonly #running: readonly Promise<void>[];
  #isOver = false;

  constructor(nodes: readonly TestNode[]) {
    this.#nodes = nodes;
    this.#running = Array.from({ length: CLIENTS }, (_, i) => this.#loop(i));
  }

  async goOn(): Promise<void> {
    const enough = this.answers + ANSWERS;
    await eventually('clients go on', async () => (this.answers >= enough ? true : undefined));
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#running);
  }

  async #loop(client: number): Promise<void> {
    const node = this.#nodes[client % this.#nodes.length] as TestNode;
    while (!this.#isOver) {
      const { status, json } = await node.request<Found>('POST', PATH, BODY);
      this.answers++;
      if (status === 503) this.refused++;
      else if (status !== 200) this.wrong.push({ status, json });
      else this.#check(json);
    }
  }

  #check(found: Found): void {
    const { total, failed, failures = [] } = found._shards;
    const lacking = new Set(failures.map(({ shard }) => shard));
    if (failed > 0) this.partial++;
    const held = sales.filter(({ shard }) => !lacking.has(shard));
    const [is, ought] = [told(found), expected(held)].map((each) => sorted(each));
    if (total !== SHARDS || lacking.size !== failed || is !== ought) {
      this.wrong.push({ shards: found._shards, is, ought });
    }
  }
}

/** JSON with its members in a fixed order. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_name, each) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}

it.each(['n3', 'n2'])(
  'aggregations are right, or say what they lack, when %s is killed',
  async (name) => {
    await Promise.all(cluster.nodes.filter((node) => !node.isUp).map((node) => node.start()));
    await cluster.formed(3);
    await cluster.green();
    const victim = cluster.node(name);
    const clients = new Clients(cluster.nodes.filter((node) => node !== victim));
    await clients.goOn();
    await victim.kill();
    await clients.goOn();
    await victim.start();
    await cluster.green();
    await clients.goOn();
    await clients.stop();
    expect(clients.wrong).toEqual([]);
    // Every shard has a copy on a node that is up.
    expect(clients.refused).toBe(0);
  },
);
