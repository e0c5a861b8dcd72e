/** Sends the same requests over HTTP, from one client, with `request_cache=false`. */
import { Agent, request as httpRequest } from 'node:http';
import type { DataSet } from './data.ts';

const BULK_BYTES = 4 * 1024 * 1024;

export class Server {
  readonly name: string;
  readonly pid: number;
  readonly #url: URL;
  readonly #prefix: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  /** `text` has the form `NAME=URL,PID`. */
  constructor(text: string, prefix: string) {
    const [, name = '', url = '', pid = ''] = /^(\w+)=(.*),(\d+)$/.exec(text) ?? [];
    if (pid === '') throw new Error(`expected NAME=URL,PID but got ${text}`);
    this.name = name;
    this.pid = Number(pid);
    this.#url = new URL(url);
    this.#prefix = prefix;
  }

  async load(set: DataSet, documents: number, segments: number): Promise<void> {
    const index = `/${this.#prefix}-${set.name}`;
    await this.#send('DELETE', index, '', [404]);
    const settings = {
      'index.number_of_shards': 1,
      'index.number_of_replicas': 0,
      'index.refresh_interval': '-1',
    };
    await this.#send('PUT', index, JSON.stringify({ settings, mappings: set.mapping }));
    let bulk = '';
    let i = 0;
    for await (const line of set.documents(documents)) {
      bulk += `{"index":{"_id":"${i++}"}}\n${line}\n`;
      if (bulk.length < BULK_BYTES) continue;
      await this.#send('POST', `${index}/_bulk`, bulk);
      bulk = '';
    }
    if (bulk !== '') await this.#send('POST', `${index}/_bulk`, bulk);
    await this.#send('POST', `${index}/_refresh`, '');
    await this.#send('POST', `${index}/_forcemerge?max_num_segments=${segments}`, '');
    await this.#send('POST', `${index}/_refresh`, '');
  }

  drop(set: DataSet): Promise<string> {
    return this.#send('DELETE', `/${this.#prefix}-${set.name}`, '', [404]);
  }

  ask(set: string, body: object): Promise<string> {
    const path = `/${this.#prefix}-${set}/_search?request_cache=false`;
    return this.#send('POST', path, JSON.stringify(body));
  }

  close(): void {
    this.#agent.destroy();
  }

  #send(
    method: string,
    path: string,
    body: string,
    allowed: readonly number[] = [],
  ): Promise<string> {
    const type = path.endsWith('/_bulk') ? 'application/x-ndjson' : 'application/json';
    const bytes = Buffer.from(body);
    const headers =
      bytes.length === 0 ? {} : { 'content-type': type, 'content-length': bytes.length };
    return new Promise((resolve, reject) => {
      const sent = httpRequest(
        new URL(path, this.#url),
        { method, headers, agent: this.#agent },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('end', () => {
            const text = Buffer.concat(chunks).toString();
            const status = answer.statusCode ?? 0;
            if (status < 300 || allowed.includes(status)) resolve(text);
            else reject(new Error(`${method} ${path}: ${status} ${text.slice(0, 300)}`));
          });
          answer.on('error', reject);
        },
      );
      sent.on('error', reject);
      sent.end(bytes);
    });
  }
}
