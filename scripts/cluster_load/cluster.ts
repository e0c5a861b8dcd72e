/**
 * A running cluster under measurement: requests to its nodes in turn, and the CPU time of its
 * processes.
 */
import { Agent, request } from 'node:http';
import { trustedJson } from '../trusted_json.ts';
import { processCpuMs, processResidentMb } from './process_figures.ts';

export interface Target {
  readonly name: string;
  readonly urls: readonly string[];
  /** The ids of its processes; if there are none, CPU is not printed. */
  readonly pids: readonly number[];
}

/** Reads a target of the form `NAME=URL,URL,…`, optionally followed by `;PID,PID,…`. */
export function readTarget(text: string): Target {
  const [, name = '', urls = '', pids = ''] = /^(\w+)=([^;]+)(?:;([\d,]+))?$/.exec(text) ?? [];
  if (name === '') throw new Error(`expected NAME=URL,…;PID,… but got [${text}]`);
  return {
    name,
    urls: urls.split(','),
    pids: pids === '' ? [] : pids.split(',').map(Number),
  };
}

export class Cluster {
  readonly name: string;
  readonly #target: Target;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });
  #turn = 0;

  constructor(target: Target) {
    this.name = target.name;
    this.#target = target;
  }

  /**
   * Sends a request to the next node in turn. Rejects unless the status is below 300 or is one of
   * the expected ones.
   */
  send(
    method: string,
    path: string,
    body?: string | Buffer,
    expected: readonly number[] = [],
  ): Promise<Buffer> {
    const { urls } = this.#target;
    const base = urls[this.#turn++ % urls.length] ?? '';
    const type = path.includes('_bulk') ? 'application/x-ndjson' : 'application/json';
    return new Promise((resolve, reject) => {
      const headers = { 'content-type': type };
      const asked = request(`${base}${path}`, { method, agent: this.#agent, headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () => {
          const bytes = Buffer.concat(chunks);
          const { statusCode = 0 } = answer;
          if (statusCode < 300 || expected.includes(statusCode)) resolve(bytes);
          else reject(new Error(`${this.name} ${method} ${path}: ${bytes.subarray(0, 400)}`));
        });
      });
      asked.on('error', reject);
      asked.end(body);
    });
  }

  async json<T>(method: string, path: string, body?: object): Promise<T> {
    const bytes = await this.send(method, path, body && JSON.stringify(body));
    return trustedJson<T>(bytes.toString('utf8'));
  }

  /** CPU milliseconds of all processes since they started; NaN when their ids are not known. */
  cpuMs(): number {
    const { pids } = this.#target;
    if (pids.length === 0) return Number.NaN;
    return pids.map(processCpuMs).reduce((sum, ms) => sum + ms);
  }

  /** Resident memory of all processes together. */
  residentMb(): number {
    const { pids } = this.#target;
    return pids.map(processResidentMb).reduce((sum, mb) => sum + mb, 0);
  }

  close(): void {
    this.#agent.destroy();
  }
}
