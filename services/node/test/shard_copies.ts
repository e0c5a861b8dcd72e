/**
 * Reads the content of each copy of an index by itself, and has writers that remember the
 * acknowledged writes.
 */
import { eventually, type TestCluster, type TestNode } from './test_cluster.js';

interface Hit {
  readonly _id: string;
  readonly _seq_no: number;
  readonly _primary_term: number;
  readonly _version: number;
  readonly _source: unknown;
  readonly sort: readonly unknown[];
}

interface CatShard {
  readonly shard: string;
  readonly prirep: 'p' | 'r';
  readonly state: string;
  readonly node: string | null;
}

/** The sequence number, term, version and source of each document, by id. */
export type CopyContent = ReadonlyMap<string, string>;

export async function shardsOf(node: TestNode, index: string): Promise<readonly CatShard[]> {
  const { json } = await node.request<readonly CatShard[]>(
    'GET',
    `/_cat/shards/${index}?format=json`,
  );
  return json;
}

/** The node that has the primary of shard 0. */
export async function primaryNode(cluster: TestCluster, index: string): Promise<TestNode> {
  return eventually('a started primary', async () => {
    const [asked] = cluster.up;
    const shards = asked === undefined ? [] : await shardsOf(asked, index);
    const primary = shards.find(({ shard, prirep }) => shard === '0' && prirep === 'p');
    if (primary?.state !== 'STARTED' || primary.node === null) return undefined;
    return cluster.node(primary.node);
  });
}

/**
 * The content of every copy of a shard by its node, after a refresh; waits until all copies can be
 * read.
 */
export function copiesOf(
  cluster: TestCluster,
  index: string,
  number = 0,
): Promise<ReadonlyMap<string, CopyContent>> {
  return eventually(`every copy of [${index}] is read`, async () => {
    const [asked] = cluster.up as [TestNode];
    const refreshed = await asked.request<Refreshed>('POST', `/${index}/_refresh`);
    const { total, successful } = refreshed.json._shards;
    if (successful < total) throw new Error(`refreshed: ${JSON.stringify(refreshed.json)}`);
    const { json } = await asked.request<NodesAnswer>('GET', '/_nodes');
    const found = new Map<string, CopyContent>();
    for (const { node, shard } of await shardsOf(asked, index)) {
      if (shard !== String(number)) continue;
      const id = Object.entries(json.nodes).find(([, { name }]) => name === node)?.[0];
      if (node === null || id === undefined) throw new Error(`a copy is on no node: ${node}`);
      found.set(node, await contentOn(asked, { index, shard, nodeId: id }));
    }
    return found;
  });
}

interface Refreshed {
  readonly _shards: { readonly total: number; readonly successful: number };
}

interface NodesAnswer {
  readonly nodes: Readonly<Record<string, { readonly name: string }>>;
}

interface OneCopy {
  readonly index: string;
  readonly shard: string;
  readonly nodeId: string;
}

async function contentOn(asked: TestNode, { index, shard, nodeId }: OneCopy): Promise<CopyContent> {
  const content = new Map<string, string>();
  const path = `/${index}/_search?preference=_shards:${shard}|_only_nodes:${nodeId}`;
  let after: readonly unknown[] | undefined;
  do {
    const { status, json } = await asked.request<{ readonly hits: { readonly hits: Hit[] } }>(
      'POST',
      path,
      {
        size: 1000,
        version: true,
        seq_no_primary_term: true,
        sort: [{ _seq_no: 'asc' }],
        ...(after === undefined ? {} : { search_after: after }),
      },
    );
    if (status !== 200) throw new Error(`${nodeId}: ${status} ${JSON.stringify(json)}`);
    for (const { _id, _seq_no, _primary_term, _version, _source } of json.hits.hits) {
      content.set(_id, JSON.stringify([_seq_no, _primary_term, _version, _source]));
    }
    after = json.hits.hits.at(-1)?.sort;
  } while (after !== undefined);
  return content;
}

/** Expects that both copies of shard 0 are equal and have every one of these documents. */
export async function expectEqualCopies(
  cluster: TestCluster,
  index: string,
  acknowledged: ReadonlyMap<string, string> = new Map(),
): Promise<void> {
  const copies = [...(await copiesOf(cluster, index)).values()];
  const [first = new Map()] = copies;
  expect(copies.length).toBe(2);
  for (const copy of copies) expect([...copy]).toEqual([...first]);
  const lost = [...acknowledged.keys()].filter((id) => !first.has(id));
  expect(lost).toEqual([]);
}

/** Writers that write one document after the other, each to any node, until they are stopped. */
export class Writers {
  /** Writes while `work` runs, and stops however it ends. Resolves with the acknowledged writes. */
  static async during(
    cluster: TestCluster,
    index: string,
    work: (writers: Writers) => Promise<void>,
  ): Promise<ReadonlyMap<string, string>> {
    const writers = new Writers(cluster, index, 2);
    try {
      await work(writers);
    } finally {
      await writers.stop();
    }
    return writers.acknowledged;
  }

  /** The sequence number and term of each acknowledged write, by id. */
  readonly acknowledged = new Map<string, string>();
  readonly #cluster: TestCluster;
  readonly #index: string;
  #isStopped = false;
  #next = 0;
  readonly #running: Promise<void>[];

  constructor(cluster: TestCluster, index: string, count: number) {
    this.#cluster = cluster;
    this.#index = index;
    this.#running = Array.from({ length: count }, () => this.#write());
  }

  /** Resolves when `count` more writes have been acknowledged. */
  async more(count: number): Promise<void> {
    const wanted = this.acknowledged.size + count;
    await eventually(`${count} more writes`, async () =>
      this.acknowledged.size >= wanted ? true : undefined,
    );
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#running);
  }

  async #write(): Promise<void> {
    while (!this.#isStopped) {
      const number = this.#next++;
      const { up } = this.#cluster;
      const node = up[number % up.length];
      const path = `/${this.#index}/_doc/d${number}`;
      const answer = await node
        ?.request<{ _seq_no: number; _primary_term: number }>('PUT', path, { number })
        .catch(() => undefined);
      if (answer?.status !== 201) {
        await new Promise((next) => setTimeout(next, 20));
        continue;
      }
      const { _seq_no, _primary_term } = answer.json;
      this.acknowledged.set(`d${number}`, `${_seq_no}/${_primary_term}`);
    }
  }
}
