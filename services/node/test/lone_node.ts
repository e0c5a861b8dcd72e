/** One node in its own process, with a data folder of its own, for one suite. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ServiceProcess } from '@skein/testkit';

const ROOT = resolve(import.meta.dirname, '../../..');

export class LoneNode {
  /** A folder that is removed with the node; the node's data is in it. */
  readonly folder: string;
  readonly #process: ServiceProcess;

  private constructor(folder: string, process: ServiceProcess) {
    this.folder = folder;
    this.#process = process;
  }

  static async start(settings: Readonly<Record<string, string>> = {}): Promise<LoneNode> {
    const folder = mkdtempSync(join(tmpdir(), 'skein-alone-'));
    const own = { 'http.port': '0', 'path.data': join(folder, 'data'), ...settings };
    return new LoneNode(folder, await ServiceProcess.start(ROOT, 'node', own));
  }

  get url(): string {
    return this.#process.url;
  }

  /** The lines that the node has logged so far. */
  get log(): readonly string[] {
    return this.#process.log;
  }

  /** Sends a body: a text as lines of JSON, an object as JSON. */
  fetch(method: string, path: string, body?: object | string): Promise<Response> {
    const text = typeof body === 'object' ? JSON.stringify(body) : body;
    const type = typeof body === 'string' ? 'application/x-ndjson' : 'application/json';
    return fetch(this.url + path, {
      method,
      headers: { 'content-type': type },
      ...(text === undefined ? {} : { body: text }),
    });
  }

  async stop(): Promise<void> {
    await this.#process.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
