/**
 * The network of the nodes of a run. With root rights each node has a network namespace of its own
 * on a bridge, and packets from one node to another can be dropped in one direction (a blackhole
 * route). Without root rights, or if a firewall drops the packets between the nodes of a bridge, as
 * Docker's does, all nodes share loopback, and faults of the network are impossible.
 */
import { execFileSync, spawn } from 'node:child_process';

/** Bridges and their subnets are numbered: concurrent runs have different numbers. */
const MOST_RUNS = 250;
const PROBE_PORT = 9;
/** Scripts for `node -e`, which test if one node reaches another. */
const LISTEN = `require('net').createServer((socket) => socket.end()).listen(${PROBE_PORT})`;
const CONNECT = `
  setTimeout(() => process.exit(1), 60_000);
  (function again() {
    require('net')
      .connect(${PROBE_PORT}, process.argv[1])
      .on('connect', () => process.exit(0))
      .on('error', () => setTimeout(again, 20));
  })();`;

export interface NodeNetwork {
  readonly canCut: boolean;
  /** The address at which other nodes and clients reach a node. */
  address(node: number): string;
  /** Wraps a node's command so that it runs in the node's network. */
  readonly wrap: (node: number, command: readonly string[]) => readonly string[];
  /** Drops everything that `from` sends to `to`. */
  cut(from: number, to: number): void;
  heal(): void;
  close(): void;
}

export function nodeNetwork(nodes: number): NodeNetwork {
  if (!hasNamespaces()) return loopback();
  const network = namespaces(nodes);
  if (canReach(network, 0, 1)) return network;
  network.close();
  return loopback();
}

/** True when a process of one node gets an answer from a process of another. */
function canReach({ wrap, address }: NodeNetwork, to: number, from: number): boolean {
  const command = (node: number, script: string) => wrap(node, [process.execPath, '-e', script]);
  const [program = '', ...args] = command(to, LISTEN);
  const listener = spawn(program, args, { stdio: 'ignore' });
  try {
    const [probe = '', ...rest] = command(from, CONNECT);
    execFileSync(probe, [...rest, address(to)], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  } finally {
    listener.kill('SIGKILL');
  }
}

export function loopback(): NodeNetwork {
  return {
    canCut: false,
    address: () => '127.0.0.1',
    wrap: (_node, command) => command,
    cut: () => {},
    heal: () => {},
    close: () => {},
  };
}

function hasNamespaces(): boolean {
  // The probe has a name of its own, because another run may be probing too.
  const name = `skein-probe-${process.pid}`;
  try {
    ip('netns', 'add', name);
    ip('netns', 'del', name);
    return true;
  } catch {
    return false;
  }
}

function ip(...args: readonly string[]): void {
  execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] });
}

/** Makes a bridge that no other run has; returns its number. */
function newBridge(): number {
  for (let tried = 0; tried < MOST_RUNS; tried++) {
    const run = (process.pid + tried) % MOST_RUNS;
    try {
      ip('link', 'add', `skb${run}`, 'type', 'bridge');
      return run;
    } catch {
      // Another run has this bridge.
    }
  }
  throw new Error(`all [${MOST_RUNS}] numbers of bridges are taken`);
}

function namespaces(nodes: number): NodeNetwork {
  const run = newBridge();
  const bridge = `skb${run}`;
  const name = (node: number) => `sk${run}n${node}`;
  const address = (node: number) => `10.77.${run}.${node + 1}`;
  const cuts = new Set<string>();
  const all = Array.from({ length: nodes }, (_, node) => node);
  ip('addr', 'add', `10.77.${run}.254/24`, 'dev', bridge);
  ip('link', 'set', bridge, 'up');
  for (const node of all) {
    const inside = (...args: readonly string[]) => ip('-n', name(node), ...args);
    ip('netns', 'add', name(node));
    ip(
      'link',
      'add',
      `skv${run}n${node}`,
      'type',
      'veth',
      'peer',
      'name',
      'eth0',
      'netns',
      name(node),
    );
    ip('link', 'set', `skv${run}n${node}`, 'master', bridge, 'up');
    inside('addr', 'add', `${address(node)}/24`, 'dev', 'eth0');
    inside('link', 'set', 'eth0', 'up');
    inside('link', 'set', 'lo', 'up');
  }
  const heal = () => {
    for (const cut of cuts) {
      const [from = 0, to = 0] = cut.split('-').map(Number);
      ip('-n', name(from), 'route', 'del', 'blackhole', `${address(to)}/32`);
    }
    cuts.clear();
  };
  return {
    canCut: true,
    address,
    wrap: (node, command) => ['ip', 'netns', 'exec', name(node), ...command],
    cut: (from, to) => {
      const key = `${from}-${to}`;
      if (cuts.has(key)) return;
      ip('-n', name(from), 'route', 'add', 'blackhole', `${address(to)}/32`);
      cuts.add(key);
    },
    heal,
    close: () => {
      for (const node of all) ip('netns', 'del', name(node));
      ip('link', 'del', bridge);
    },
  };
}
