/**
 * The nodes of a run as processes that can be killed, frozen and started again, each with a disk of
 * its own that can be filled or fail: with root rights a small file system in memory, otherwise the
 * faults that `FaultyDisk` simulates.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { FaultyDisk } from '../../shared/testkit/dist/mod.js';
import type { NodeNetwork } from '../../shared/testkit/src/node_network.ts';
import type { NodeDisks } from './node_disks.ts';

interface NodesOptions {
  readonly root: string;
  readonly folder: string;
  readonly count: number;
  readonly network: NodeNetwork;
  readonly disks: NodeDisks;
  readonly basePort: number;
}

export class NodeProcesses {
  readonly #options: NodesOptions;
  readonly #children = new Map<number, ChildProcess>();
  readonly #frozen = new Set<number>();
  /** Nodes that may end by themselves at present. */
  readonly #frail = new Set<number>();
  /**
   * The disks with the nodes' shard files. The state of a node is excluded: a node that cannot make
   * it durable ends, as it must.
   */
  readonly #shardDisks: readonly FaultyDisk[];

  constructor(options: NodesOptions) {
    this.#options = options;
    const { root, folder } = options;
    this.#shardDisks = this.nodes.map(
      (node) =>
        new FaultyDisk({
          root,
          folder: join(folder, `switches-${node}`),
          files: join(this.#dataPath(node), 'indices'),
        }),
    );
  }

  get nodes(): readonly number[] {
    return Array.from({ length: this.#options.count }, (_, node) => node);
  }

  url(node: number): string {
    const { network, basePort } = this.#options;
    return `http://${network.address(node)}:${this.#port(basePort, node)}`;
  }

  isUp(node: number): boolean {
    return this.#children.has(node) && !this.#frozen.has(node);
  }

  /** The process id of a node that is up. */
  pid(node: number): number {
    const pid = this.#children.get(node)?.pid;
    if (pid === undefined) throw new RangeError(`node ${node} is not up`);
    return pid;
  }

  start(node: number): void {
    const { root, folder, network, basePort } = this.#options;
    const { launch } = this.#shardDisk(node);
    const transport = (one: number) => this.#port(basePort + 100, one);
    const seeds = this.nodes.map((one) => `${network.address(one)}:${transport(one)}`);
    const names = this.nodes.map((one) => `n${one}`);
    const settings: Readonly<Record<string, string>> = {
      'node.name': `n${node}`,
      'network.host': network.address(node),
      'http.port': String(this.#port(basePort, node)),
      'transport.port': String(transport(node)),
      'transport.secret': 'nemesis',
      'transport.allow_plain': 'true',
      'security.enabled': 'false',
      'path.data': this.#dataPath(node),
      'path.repo': join(folder, 'repositories'),
      'cluster.info.update.interval': '10s',
      // A new cluster restores its indices from the remote store.
      'action.auto_create_index': 'false',
      'discovery.seed_hosts': seeds.join(','),
      'cluster.initial_master_nodes': names.join(','),
    };
    const command = [
      process.execPath,
      '--max-semi-space-size=16',
      '--v8-pool-size=1',
      ...launch.nodeFlags,
      join(root, 'services/cli/bin/skein.js'),
      'node',
      ...Object.entries(settings).flatMap(([key, value]) => ['-E', `${key}=${value}`]),
    ];
    const [program = '', ...args] = network.wrap(node, command);
    mkdirSync(folder, { recursive: true });
    const log = createWriteStream(join(folder, `n${node}.log`), { flags: 'a' });
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...launch.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout?.pipe(log, { end: false });
    child.stderr?.pipe(log, { end: false });
    this.#children.set(node, child);
    child.once('exit', (code, signal) => {
      if (this.#children.get(node) !== child) return;
      this.#children.delete(node);
      if (this.#frail.has(node)) return;
      console.error(
        `node ${node} exited unexpectedly: ${code ?? signal}; see ${folder}/n${node}.log`,
      );
      process.exitCode = 1;
    });
  }

  /** Allows the node to end: the next fault may end it. */
  mayEnd(node: number): void {
    this.#frail.add(node);
  }

  /** Forbids the node to end again, and starts it if it has ended. */
  revive(node: number): void {
    this.#frail.delete(node);
    if (this.#children.has(node)) return;
    console.log(`node ${node} had ended`);
    this.start(node);
  }

  async kill(node: number): Promise<void> {
    await this.#end(node, 'SIGKILL');
  }

  async stop(node: number): Promise<void> {
    await this.#end(node, 'SIGTERM');
  }

  freeze(node: number): void {
    this.#frozen.add(node);
    this.#children.get(node)?.kill('SIGSTOP');
  }

  thaw(node: number): void {
    this.#frozen.delete(node);
    this.#children.get(node)?.kill('SIGCONT');
  }

  /** Fills the node's disk. */
  fillDisk(node: number): void {
    if (this.#options.disks.canFill) this.#options.disks.fill(node);
    else this.#shardDisk(node).fill();
  }

  /** Makes every fsync of the node's shards fail. */
  failSyncs(node: number): void {
    this.#shardDisk(node).failSyncs();
  }

  mendDisk(node: number): void {
    this.#options.disks.free(node);
    this.#shardDisk(node).mend();
  }

  async stopAll(): Promise<void> {
    for (const node of this.#frozen) this.thaw(node);
    await Promise.all([...this.#children.keys()].map((node) => this.#end(node, 'SIGTERM')));
  }

  async #end(node: number, signal: NodeJS.Signals): Promise<void> {
    const child = this.#children.get(node);
    if (child === undefined) return;
    this.thaw(node);
    this.#children.delete(node);
    const gone = once(child, 'exit');
    child.kill(signal);
    const impatience = setTimeout(() => child.kill('SIGKILL'), 120_000);
    await gone;
    clearTimeout(impatience);
  }

  #dataPath(node: number): string {
    return join(this.#options.folder, `n${node}`);
  }

  #shardDisk(node: number): FaultyDisk {
    const disk = this.#shardDisks[node];
    if (disk === undefined) throw new RangeError(`no node ${node}`);
    return disk;
  }

  #port(base: number, node: number): number {
    return base + node;
  }
}
