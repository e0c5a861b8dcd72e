/**
 * A cluster of real processes on this machine: started on free ports, killed, frozen, started
 * again.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { FaultyDisk, freePorts, type NodeNetwork, ServiceProcess, TcpProxy } from '@skein/testkit';
import supertest from 'supertest';

const ROOT = resolve(__dirname, '../../..');
/** A limit for conditions and requests that hang, not for slow ones. */
const PATIENCE_MS = 300_000;
const POLL_MS = 50;
/** Milliseconds after which a node that does not answer is asked again. */
const ASKED_MS = 30_000;

export interface Answer<T> {
  readonly status: number;
  readonly json: T;
}

/**
 * Repeats `ask` until it resolves with a value. After `PATIENCE_MS` it throws an error that
 * contains the failure of the last attempt.
 */
export async function eventually<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  const endMs = performance.now() + PATIENCE_MS;
  let last: unknown;
  while (performance.now() < endMs) {
    try {
      const found = await ask();
      if (found !== undefined) return found;
      last = undefined;
    } catch (failure) {
      last = failure;
    }
    await new Promise((next) => setTimeout(next, POLL_MS));
  }
  throw new Error(`not in time: ${what}; ${String(last)}`);
}

/**
 * Reads the answer as text: the test decides what is parsed as JSON, not a header of the answer.
 * superagent decompresses the data that it passes to listeners.
 */
function asText(
  response: supertest.Response,
  done: (failure: Error | null, text: string) => void,
): void {
  const pieces: string[] = [];
  response.setEncoding('utf8');
  response.on('data', (piece: string) => pieces.push(piece));
  response.on('end', () => done(null, pieces.join('')));
}

/** How other nodes reach a node, and how its process is wrapped. */
interface Place {
  readonly proxy?: TcpProxy | undefined;
  readonly wrap?: ((command: readonly string[]) => readonly string[]) | undefined;
}

interface Sending {
  readonly timeoutMs?: number;
  /** Besides the content type, which is that of JSON by default. */
  readonly headers?: Readonly<Record<string, string>>;
}

export class TestNode {
  readonly name: string;
  /** The node's `path.data`. */
  readonly dataPath: string;
  /**
   * The disk of the node's shards. The node's own state is excluded: a node that cannot make it
   * durable ends, as it must.
   */
  readonly disk: FaultyDisk;
  /** The proxy through which the other nodes reach this one, if there is one. */
  readonly proxy: TcpProxy | undefined;
  readonly #settings: Readonly<Record<string, string>>;
  readonly #place: Place;
  #process: ServiceProcess | undefined;

  constructor(name: string, settings: Readonly<Record<string, string>>, place: Place = {}) {
    this.name = name;
    this.#settings = settings;
    this.#place = place;
    this.proxy = place.proxy;
    this.dataPath = settings['path.data'] ?? '';
    const files = join(this.dataPath, 'indices');
    this.disk = new FaultyDisk({ root: ROOT, folder: `${this.dataPath}-switches`, files });
  }

  get isUp(): boolean {
    return this.#process !== undefined;
  }

  get url(): string {
    return this.#process?.url ?? '';
  }

  /** Resolves when the process says that it is ready. */
  async start(): Promise<void> {
    const { wrap } = this.#place;
    const launch = { ...this.disk.launch, wrap };
    this.#process = await ServiceProcess.start(ROOT, 'node', this.#settings, launch);
  }

  async kill(): Promise<void> {
    const dying = this.#process;
    this.#process = undefined;
    await dying?.kill();
  }

  /** Sends SIGTERM. */
  async stop(): Promise<void> {
    const stopping = this.#process;
    this.#process = undefined;
    await stopping?.stop();
  }

  /** Stops the process with SIGSTOP; its sockets stay open. */
  freeze(): void {
    process.kill(this.#process?.pid ?? 0, 'SIGSTOP');
  }

  thaw(): void {
    process.kill(this.#process?.pid ?? 0, 'SIGCONT');
  }

  request<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    timeoutMs = PATIENCE_MS,
  ): Promise<Answer<T>> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    return this.send<T>(method, path, text, { timeoutMs });
  }

  /** Sends the body unchanged. */
  async send<T>(
    method: string,
    path: string,
    body: string | undefined,
    { timeoutMs = PATIENCE_MS, headers = {} }: Sending = {},
  ): Promise<Answer<T>> {
    const verb = method.toLowerCase() as 'delete' | 'get' | 'head' | 'post' | 'put';
    const asked = supertest(this.url)
      [verb](path)
      .set({ 'content-type': 'application/json', connection: 'close', ...headers })
      .timeout(timeoutMs)
      .buffer(true)
      .parse(asText);
    const { status, body: answer } = (await asked.send(body)) as { status: number; body: unknown };
    // An answer without a body is not parsed.
    const json = typeof answer === 'string' && answer !== '' ? JSON.parse(answer) : {};
    return { status, json: json as T };
  }
}

/** Sends a request that must succeed; resolves with the answer. */
export async function answered<T = Record<string, unknown>>(
  node: TestNode | undefined,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const answer = await node?.request<T>(method, path, body);
  if (answer === undefined || answer.status >= 300) {
    throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
  }
  return answer.json;
}

/** `answered` by a node of the cluster: the first that is up, if the test names none. */
export function answeredBy(cluster: () => TestCluster) {
  return <T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    node: TestNode | undefined = cluster().up[0],
  ): Promise<T> => answered<T>(node, method, path, body);
}

export interface TestClusterOptions {
  readonly nodes: number;
  /** The settings of every node. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Additional settings of single nodes, by name. */
  readonly of?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** True when the nodes reach each other through proxies, which can be slowed or cut. */
  readonly proxied?: boolean;
  /** The network of the nodes; absent when all are on loopback. */
  readonly network?: NodeNetwork;
}

/** Settings of nodes that other machines could reach. */
const APART = {
  'transport.allow_plain': 'true',
  'security.enabled': 'false',
};

export class TestCluster {
  readonly nodes: readonly TestNode[];
  readonly #folder: string;

  /** Starts nodes `n1`, `n2`, … together, all of them eligible as master. */
  static async start(options: TestClusterOptions): Promise<TestCluster> {
    const folder = mkdtempSync(join(tmpdir(), 'skein-cluster-'));
    const names = Array.from({ length: options.nodes }, (_, i) => `n${i + 1}`);
    const ports = await freePorts(names.length);
    const proxies = await Promise.all(
      ports.map((port) => (options.proxied ? TcpProxy.start(port) : undefined)),
    );
    const { network } = options;
    const reached = ports.map((port, i) => proxies[i]?.port ?? port);
    const addressOf = (node: number) => network?.address(node) ?? '127.0.0.1';
    const seeds = reached.map((port, i) => `${addressOf(i)}:${port}`);
    const nodes = names.map((name, i) => {
      const settings = {
        'node.name': name,
        'path.data': join(folder, name),
        'http.port': '0',
        'transport.secret': 'nodes of a test',
        'transport.port': String(ports[i]),
        'transport.publish_port': String(reached[i]),
        'discovery.seed_hosts': seeds.join(','),
        'cluster.initial_master_nodes': names.join(','),
      };
      const where = network === undefined ? {} : { ...APART, 'network.host': addressOf(i) };
      const own = { ...settings, ...where, ...options.settings, ...options.of?.[name] };
      const wrap = network && ((command: readonly string[]) => network.wrap(i, command));
      return new TestNode(name, own, { proxy: proxies[i], wrap });
    });
    const cluster = new TestCluster(nodes, folder);
    const outcomes = await Promise.allSettled(nodes.map((node) => node.start()));
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed === undefined) return cluster;
    await cluster.stop();
    throw failed.reason;
  }

  private constructor(nodes: readonly TestNode[], folder: string) {
    this.nodes = nodes;
    this.#folder = folder;
  }

  node(name: string): TestNode {
    const found = this.nodes.find((node) => node.name === name);
    if (found === undefined) throw new Error(`no node ${name}`);
    return found;
  }

  get up(): readonly TestNode[] {
    return this.nodes.filter((node) => node.isUp);
  }

  /**
   * Waits until all of these nodes (by default all that are up) form a cluster of `count` nodes
   * with one master; resolves with the master.
   */
  async formed(count: number, among: readonly TestNode[] = this.up): Promise<TestNode> {
    const master = await eventually(`${count} nodes and one master`, async () => {
      const told = await Promise.all(
        among.map((node) =>
          node.request<StateAnswer>(
            'GET',
            '/_cluster/state/master_node,nodes?local=true',
            undefined,
            ASKED_MS,
          ),
        ),
      );
      const [first] = told;
      const masterId = first?.json.master_node;
      const agree = told.every(
        ({ json }) => json.master_node === masterId && Object.keys(json.nodes).length === count,
      );
      return agree && masterId ? first?.json.nodes[masterId]?.name : undefined;
    });
    return this.node(master);
  }

  /**
   * Starts the nodes that are down, and waits until all nodes form the cluster; resolves with the
   * master.
   */
  async complete(): Promise<TestNode> {
    const down = this.nodes.filter((node) => !node.isUp);
    await Promise.all(down.map((node) => node.start()));
    return this.formed(this.nodes.length);
  }

  async green(path = '/_cluster/health'): Promise<void> {
    await eventually('green', async () => {
      const [node] = this.up;
      const glue = path.includes('?') ? '&' : '?';
      const answer = await node?.request('GET', `${path}${glue}wait_for_status=green&timeout=1s`);
      return answer?.status === 200 ? true : undefined;
    });
  }

  /** Kills every process and removes all files of the cluster. */
  async stop(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.kill()));
    await Promise.all(this.nodes.map((node) => node.proxy?.stop()));
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

interface StateAnswer {
  readonly master_node: string | null;
  readonly nodes: Readonly<Record<string, { readonly name: string }>>;
}
