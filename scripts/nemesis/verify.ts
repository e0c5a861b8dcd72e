/**
 * Checks the cluster after faults and load have ended: every acknowledged document is on every
 * copy, and the copies are equal.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { trustedJson } from '../trusted_json.ts';
import { type Reply, request } from './client.ts';
import { DOCUMENTS, REGISTERS } from './load.ts';

interface Findings {
  readonly lost: readonly string[];
  /** Documents that differ between copies. */
  readonly unequal: readonly string[];
  readonly documents: number;
}

interface Hit {
  readonly _id: string;
  readonly _seq_no: number;
  readonly _primary_term: number;
  readonly _version: number;
  readonly _source: unknown;
}

const PAGE = 5000;
const ATTEMPTS = 5;
const CATCHES_UP_MS = 60_000;

export async function verify(
  urls: readonly string[],
  acknowledged: ReadonlyMap<string, number>,
): Promise<Findings> {
  const [url = ''] = urls;
  const lost: string[] = [];
  const unequal: string[] = [];
  let documents = 0;
  for (const index of [DOCUMENTS, REGISTERS]) {
    await must(url, 'POST', `/${index}/_refresh`);
    await caughtUp(url, index);
    for (const [shard, nodes] of await copies(url, index)) {
      const contents: Map<string, string>[] = [];
      for (const node of nodes) contents.push(await contentOf(url, index, shard, node));
      const [first = new Map<string, string>(), ...rest] = contents;
      documents += first.size;
      for (const other of rest) unequal.push(...differences(first, other));
    }
  }
  const found = await allIds(url);
  for (const [id, n] of acknowledged) if (found.get(id) !== n) lost.push(id);
  return { lost, unequal, documents };
}

/**
 * Waits until the replicas have caught up: replicas that copy segments lag behind their primary.
 */
async function caughtUp(url: string, index: string): Promise<void> {
  const endMs = performance.now() + CATCHES_UP_MS;
  for (;;) {
    const path = `/_cat/segment_replication/${index}?format=json`;
    const rows = await must<readonly { checkpoints_behind: string }[]>(url, 'GET', path);
    const behind = rows.filter((row) => row.checkpoints_behind !== '0');
    if (behind.length === 0) return;
    if (performance.now() > endMs) throw new Error(`behind: ${JSON.stringify(behind)}`);
    await sleep(200);
  }
}

/**
 * Sends a request until it succeeds. The requests change no documents, so they may be repeated: the
 * machine may be busy.
 */
async function must<Body>(url: string, method: string, path: string, body?: string): Promise<Body> {
  const options = { timeoutMs: 120_000, ...(body === undefined ? {} : { body }) };
  let answer: Reply<Body> | undefined;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    answer = await request<Body>(url, method, path, options);
    if (answer !== undefined && answer.status < 300) return answer.body;
  }
  throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
}

interface HitsBody {
  readonly hits: { readonly hits: readonly (Hit & { readonly sort: unknown[] })[] };
}

/** The part of a hit that is kept, as `contentOf` writes it. */
type HitContent = readonly [seqNo: unknown, term: unknown, version: unknown, source: { n: number }];

interface RoutingBody {
  readonly routing_table: {
    readonly indices: Readonly<Record<string, { readonly shards: ShardCopies }>>;
  };
}

type ShardCopies = Readonly<Record<string, readonly { node: string; state: string }[]>>;

/** The ids of the nodes with a copy, by shard. */
async function copies(url: string, index: string): Promise<Map<number, string[]>> {
  const path = `/_cluster/state/routing_table/${index}`;
  const { routing_table: table } = await must<RoutingBody>(url, 'GET', path);
  const byShard = new Map<number, string[]>();
  for (const [shard, list] of Object.entries(table.indices[index]?.shards ?? {})) {
    byShard.set(
      Number(shard),
      list.filter((copy) => copy.state === 'STARTED').map((copy) => copy.node),
    );
  }
  return byShard;
}

/** All documents of one copy: sequence number, term, version and source by id. */
async function contentOf(
  url: string,
  index: string,
  shard: number,
  node: string,
): Promise<Map<string, string>> {
  const content = new Map<string, string>();
  const preference = encodeURIComponent(`_shards:${shard}|_only_nodes:${node}`);
  let after: readonly unknown[] | undefined;
  for (;;) {
    const body = JSON.stringify({
      size: PAGE,
      seq_no_primary_term: true,
      version: true,
      sort: [{ _seq_no: 'asc' }],
      track_total_hits: false,
      ...(after === undefined ? {} : { search_after: after }),
    });
    const path = `/${index}/_search?preference=${preference}`;
    const { hits } = (await must<HitsBody>(url, 'POST', path, body)).hits;
    for (const hit of hits) {
      const { _seq_no, _primary_term, _version, _source } = hit;
      content.set(hit._id, JSON.stringify([_seq_no, _primary_term, _version, _source]));
    }
    after = hits.at(-1)?.sort;
    if (hits.length < PAGE || after === undefined) return content;
  }
}

function differences(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): string[] {
  const ids = new Set([...a.keys(), ...b.keys()]);
  return [...ids]
    .filter((id) => a.get(id) !== b.get(id))
    .map((id) => `${id}: ${a.get(id)} | ${b.get(id)}`);
}

async function allIds(url: string): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const [shard, [node = '']] of await copies(url, DOCUMENTS)) {
    for (const [id, text] of await contentOf(url, DOCUMENTS, shard, node)) {
      const [, , , { n }] = trustedJson<HitContent>(text);
      found.set(id, n);
    }
  }
  return found;
}
