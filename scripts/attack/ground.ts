/**
 * The environment of the attacks: nodes of this build in a folder of their own, started when the
 * first attack asks for one and shared by all attacks that ask for the same settings. After every
 * round each node must still run and answer.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { reasonOf } from '@skein/base';
import { freePorts, ServiceProcess } from '@skein/testkit';
import { Hole } from './attack.ts';
import { type Authorization, startAuthorization } from './authorization.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** A node that has not answered by then counts as hanging. */
const ANSWER_MS = 60_000;

type NodeSettings = Readonly<Record<string, string>>;

export interface Target {
  /** The address of the node, such as `http://127.0.0.1:9200`. */
  readonly url: string;
  readonly httpPort: number;
  readonly transportPort: number;
  readonly dataPath: string;
  readonly pid: number;
}

interface Started extends Target {
  readonly process: ServiceProcess;
  /** The exit of the process as text; `undefined` while it runs. */
  ended: string | undefined;
}

interface StartedAuthorization extends Authorization {
  ended: string | undefined;
}

export class Ground {
  readonly #folder = mkdtempSync(join(tmpdir(), 'skein-attack-'));
  /** The nodes by their settings, as JSON. */
  readonly #nodes = new Map<string, Promise<Started>>();
  #authorization: Promise<StartedAuthorization> | undefined;

  /**
   * Returns the node with these settings beyond its ports and its folder. Without settings the node
   * is open, on loopback.
   */
  node(settings: NodeSettings = {}): Promise<Target> {
    const key = JSON.stringify(Object.entries(settings).sort());
    const node = this.#nodes.get(key) ?? this.#start(settings, this.#nodes.size + 1);
    this.#nodes.set(key, node);
    return node;
  }

  /** Returns the authorization service, which is open for registration. */
  authorization(): Promise<Authorization> {
    this.#authorization ??= this.#startAuthorization();
    return this.#authorization;
  }

  /**
   * Returns the path for a file or folder of an attack, which is removed at the end with everything
   * else.
   */
  path(name: string): string {
    return join(this.#folder, name);
  }

  /** Throws a `Hole` unless every node lives and answers. */
  async check(): Promise<void> {
    for (const starting of [...this.#nodes.values(), this.#authorization]) {
      const node = await starting;
      if (node === undefined) continue;
      if (node.ended !== undefined) throw new Hole(`the node ended: ${node.ended}`);
      const answer = await answerOf(node.url);
      if (answer !== undefined) throw new Hole(`the node does not answer any more: ${answer}`);
    }
  }

  /** Ends the nodes, and removes their data unless `keep` is set. */
  async stop({ keep = false } = {}): Promise<void> {
    const nodes = await Promise.allSettled(this.#nodes.values());
    const started = nodes.flatMap((node) => (node.status === 'fulfilled' ? [node.value] : []));
    await Promise.all(started.map((node) => node.process.kill()));
    this.#nodes.clear();
    const [authorization] = await Promise.allSettled([this.#authorization]);
    if (authorization.status === 'fulfilled') await authorization.value?.process.kill();
    this.#authorization = undefined;
    if (!keep) rmSync(this.#folder, { recursive: true, force: true });
  }

  get folder(): string {
    return this.#folder;
  }

  async #startAuthorization(): Promise<StartedAuthorization> {
    const authorization = await startAuthorization(ROOT, {
      'path.data': this.path('authorization'),
      'http.port': '0',
      'logger.level': 'error',
      'auth.registration.enabled': 'true',
    });
    const started: StartedAuthorization = { ...authorization, ended: undefined };
    authorization.process.onDeath((code) => {
      started.ended = `with code ${code}`;
    });
    return started;
  }

  async #start(settings: NodeSettings, number: number): Promise<Started> {
    const dataPath = this.path(`node-${number}`);
    const [transportPort = 0] = await freePorts(1);
    const process = await ServiceProcess.start(ROOT, 'node', {
      'node.name': `attacked-${number}`,
      'path.data': dataPath,
      'http.port': '0',
      'transport.port': String(transportPort),
      'logger.level': 'error',
      ...settings,
    });
    const { url, pid } = process;
    const httpPort = Number(new URL(url).port);
    const started: Started = {
      ...{ url, httpPort, transportPort, dataPath, pid, process },
      ended: undefined,
    };
    process.onDeath((code) => {
      started.ended = `with code ${code}`;
    });
    return started;
  }
}

/**
 * Resolves with what is wrong with the answer; `undefined` when the service answers, even with a
 * refusal.
 */
async function answerOf(url: string): Promise<string | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) });
    await response.arrayBuffer();
    return response.status < 500 ? undefined : `status ${response.status}`;
  } catch (failure) {
    return reasonOf(failure);
  }
}
