/**
 * Clients that write, read and search all the time, and ask the next node when one cannot answer
 * now.
 */
import { setTimeout as sleep } from 'node:timers/promises';

/** After one of these statuses, or without a connection, another node is asked. */
const PASSING: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const TRIES = 200;
const PAUSE_MS = 50;

export class Load {
  readonly acknowledged: string[] = [];
  readonly failures: string[] = [];
  searches = 0;
  readonly #urls: () => readonly string[];
  readonly #index: string;
  readonly #running: readonly Promise<void>[];
  #next = 0;
  #isOver = false;

  /** `urls` returns the addresses of the nodes that are up. */
  constructor(urls: () => readonly string[], index: string) {
    this.#urls = urls;
    this.#index = index;
    this.#running = [
      this.#loop(() => this.#write()),
      this.#loop(() => this.#write()),
      this.#loop(() => this.#search()),
    ];
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#running);
  }

  async #loop(step: () => Promise<void>): Promise<void> {
    while (!this.#isOver) {
      await step().catch((failure: unknown) => this.failures.push(String(failure)));
    }
  }

  async #write(): Promise<void> {
    const id = `d${this.#next++}`;
    const { status, text } = await this.#ask('PUT', `/${this.#index}/_doc/${id}`, { id });
    if (status < 300) this.acknowledged.push(id);
    else this.failures.push(`write of ${id}: ${status} ${text}`);
  }

  async #search(): Promise<void> {
    const body = { size: 1, query: { match_all: {} } };
    const { status, text } = await this.#ask('POST', `/${this.#index}/_search`, body);
    const { timed_out, _shards } = JSON.parse(text);
    this.searches++;
    if (status !== 200 || timed_out || _shards.failed > 0) {
      this.failures.push(`search: ${status} ${text.slice(0, 400)}`);
    }
  }

  async #ask(method: string, path: string, body: object) {
    for (let tries = 0; tries < TRIES; tries++) {
      const urls = this.#urls();
      const url = urls[tries % Math.max(1, urls.length)];
      const answer = url === undefined ? undefined : await once(url + path, method, body);
      if (answer !== undefined && !PASSING.has(answer.status)) return answer;
      await sleep(PAUSE_MS);
    }
    throw new Error(`${method} ${path}: no node takes it`);
  }
}

/** Sends a request once; resolves with `undefined` when no answer came. */
async function once(url: string, method: string, body: object) {
  try {
    const response = await fetch(url, {
      method,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', connection: 'close' },
    });
    return { status: response.status, text: await response.text() };
  } catch {
    return undefined;
  }
}
