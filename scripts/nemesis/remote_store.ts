/**
 * Supports `--remote`: the indices of a run are in a remote store, and all disks may be lost at
 * once. A new cluster must have every acknowledged write.
 */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from './client.ts';
import type { Fault, Scene } from './faults.ts';
import { DOCUMENTS, REGISTERS } from './load.ts';

const REPOSITORY = 'remote';
const READY_MS = 300_000;
const PAUSE_MS = 200;

export const REMOTE_SETTINGS = {
  remote_store: { enabled: true, segment: { repository: REPOSITORY } },
} as const;

interface RemoteStoreOptions {
  readonly urls: () => readonly string[];
  readonly dataPath: (node: number) => string;
  /** Prepares what a new cluster needs besides the remote store. */
  readonly prepare: () => Promise<void>;
}

export class RemoteStore {
  readonly #options: RemoteStoreOptions;

  constructor(options: RemoteStoreOptions) {
    this.#options = options;
  }

  async register(): Promise<void> {
    const place = { type: 'fs', settings: { location: REPOSITORY } };
    await this.#must('PUT', `/_snapshot/${REPOSITORY}`, place);
    const persistent = { 'cluster.remote_store.translog.buffer_interval': '0ms' };
    await this.#must('PUT', '/_cluster/settings', { persistent });
  }

  get wipe(): Fault {
    return {
      name: 'wipe all disks',
      inflict: (scene) => this.#wipe(scene),
    };
  }

  async #wipe({ processes }: Scene): Promise<void> {
    await Promise.all(processes.nodes.map((node) => processes.kill(node)));
    for (const node of processes.nodes) {
      const path = this.#options.dataPath(node);
      for (const name of readdirSync(path)) rmSync(join(path, name), { recursive: true });
    }
    for (const node of processes.nodes) processes.start(node);
    await this.register();
    const path = '/_remotestore/_restore?wait_for_completion=true';
    await this.#must('POST', path, { indices: [DOCUMENTS, REGISTERS] });
    await this.#options.prepare();
  }

  /** Repeats the request until a node accepts it: the nodes may be starting. */
  async #must(method: string, path: string, body: object): Promise<void> {
    const endMs = performance.now() + READY_MS;
    let last: unknown;
    while (performance.now() < endMs) {
      for (const url of this.#options.urls()) {
        const options = { body: JSON.stringify(body), timeoutMs: READY_MS };
        const answer = await request(url, method, path, options);
        last = answer?.body;
        if (answer?.status === 200) return;
      }
      await sleep(PAUSE_MS);
    }
    throw new Error(`${method} ${path}: ${JSON.stringify(last)}`);
  }
}
