/**
 * Clients that behave as the official ones do: a request that a node cannot take now (no
 * connection, 429, 502, 503, 504) is sent to the next node at once, and to each node at most once.
 * A request that no node takes, or whose answer is incomplete, is a failure.
 */
import { type Answer, eventually, type TestCluster } from './test_cluster.js';

const PASSING: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const BULK_DOCS = 5;
/** A limit for requests that hang, not for slow ones. */
const TIMEOUT_MS = 300_000;

interface BulkAnswer {
  readonly items: readonly { readonly index: { readonly _id: string; readonly status: number } }[];
}

interface SearchAnswer {
  readonly timed_out: boolean;
  readonly _shards: { readonly total: number; readonly successful: number };
}

export class SteadyClients {
  /** The ids of acknowledged documents; each document holds its id. */
  readonly acknowledged: string[] = [];
  readonly failures: string[] = [];
  searches = 0;
  /** The number of requests that were sent to a second node. */
  retried = 0;
  readonly #cluster: TestCluster;
  readonly #index: string;
  readonly #running: Promise<void>[];
  #turn = 0;
  #nextId = 0;
  #isOver = false;

  constructor(cluster: TestCluster, index: string) {
    this.#cluster = cluster;
    this.#index = index;
    const writes = () => this.#write();
    const searches = () => this.#search();
    const reads = () => this.#read();
    this.#running = [writes, writes, searches, reads].map((step) => this.#loop(step));
  }

  /** Resolves when some more requests of every kind have been answered. */
  async goOn(): Promise<void> {
    const writes = this.acknowledged.length + 4 * BULK_DOCS;
    const searches = this.searches + 2;
    await eventually('clients go on', async () =>
      this.acknowledged.length >= writes && this.searches >= searches ? true : undefined,
    );
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#running);
  }

  async #loop(step: () => Promise<void>): Promise<void> {
    while (!this.#isOver) await step();
  }

  async #write(): Promise<void> {
    const ids = Array.from({ length: BULK_DOCS }, () => `d${this.#nextId++}`);
    const lines = ids.map((id) => `{"index":{"_id":"${id}"}}\n{"id":"${id}"}\n`).join('');
    const answer = await this.#ask<BulkAnswer>('POST', `/${this.#index}/_bulk`, lines);
    for (const { index } of answer?.json.items ?? []) {
      if (index.status === 200 || index.status === 201) this.acknowledged.push(index._id);
      else this.failures.push(`write: ${JSON.stringify(index)}`);
    }
  }

  async #search(): Promise<void> {
    const body = JSON.stringify({ query: { match_all: {} }, size: 20 });
    const answer = await this.#ask<SearchAnswer>('POST', `/${this.#index}/_search`, body);
    if (answer === undefined) return;
    const { timed_out, _shards } = answer.json;
    if (timed_out || _shards.successful !== _shards.total) {
      this.failures.push(`search: ${JSON.stringify(_shards)}`);
    }
    this.searches++;
  }

  /** Reads an acknowledged document, which every node must return at once. */
  async #read(): Promise<void> {
    const id = this.acknowledged[Math.floor(this.acknowledged.length * 0.99)];
    if (id === undefined) {
      await new Promise((next) => setTimeout(next, 10));
      return;
    }
    const path = `/${this.#index}/_doc/${id}`;
    const answer = await this.#ask<{ readonly found: boolean }>('GET', path);
    if (answer?.json.found === false) this.failures.push(`not found: ${id}`);
  }

  async #ask<T>(method: string, path: string, body?: string): Promise<Answer<T> | undefined> {
    const { nodes } = this.#cluster;
    const tried: string[] = [];
    const start = this.#turn++;
    for (let i = 0; i < nodes.length; i++) {
      const node = nodes[(start + i) % nodes.length];
      if (node === undefined) continue;
      if (i === 1) this.retried++;
      try {
        const answer = await node.send<T>(method, path, body, { timeoutMs: TIMEOUT_MS });
        if (answer.status === 200 || answer.status === 201) return answer;
        tried.push(`${node.name}: ${answer.status} ${JSON.stringify(answer.json)}`);
        if (!PASSING.has(answer.status)) break;
      } catch (failure) {
        tried.push(`${node.name}: ${String((failure as Error).cause ?? failure)}`);
      }
    }
    this.failures.push(`${method} ${path}: ${tried.join('; ')}`);
    return undefined;
  }
}
