/** The nodes of a run as processes that can be killed, frozen and started again. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { NodeNetwork } from './node_network.ts';

export interface NodesOptions {
  readonly root: string;
  readonly folder: string;
  readonly count: number;
  readonly network: NodeNetwork;
  readonly basePort: number;
}

export class NodeProcesses {
  readonly #options: NodesOptions;
  readonly #children = new Map<number, ChildProcess>();
  readonly #frozen = new Set<number>();

  constructor(options: NodesOptions) {
    this.#options = options;
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

  start(node: number): void {
    const { root, folder, network, basePort } = this.#options;
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
      'path.data': join(folder, `n${node}`),
      'discovery.seed_hosts': seeds.join(','),
      'cluster.initial_master_nodes': names.join(','),
    };
    const command = [
      process.execPath,
      '--max-semi-space-size=4',
      join(root, 'services/cli/bin/skein.js'),
      'node',
      ...Object.entries(settings).flatMap(([key, value]) => ['-E', `${key}=${value}`]),
    ];
    const [program = '', ...args] = network.wrap(node, command);
    mkdirSync(folder, { recursive: true });
    const log = createWriteStream(join(folder, `n${node}.log`), { flags: 'a' });
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout?.pipe(log, { end: false });
    child.stderr?.pipe(log, { end: false });
    this.#children.set(node, child);
    child.once('exit', (code, signal) => {
      if (this.#children.get(node) !== child) return;
      this.#children.delete(node);
      console.error(`node ${node} ended by itself: ${code ?? signal}; see ${folder}/n${node}.log`);
      process.exitCode = 1;
    });
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
    const impatience = setTimeout(() => child.kill('SIGKILL'), 30_000);
    await gone;
    clearTimeout(impatience);
  }

  #port(base: number, node: number): number {
    return base + node;
  }
}
