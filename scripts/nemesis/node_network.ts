/**
 * Where the nodes of a run live. With root rights each has a network namespace of its own on a bridge, and packets from one node to another
 * can be dropped in one direction (a blackhole route); without, all share loopback and only processes can be hurt. A firewall that drops forwarded
 * packets, as Docker's does, also keeps bridged nodes apart: the run then never becomes green.
 */
import { execFileSync } from 'node:child_process';

export interface NodeNetwork {
  readonly canCut: boolean;
  /** Of a node, as others and clients reach it. */
  address(node: number): string;
  /** What a node's command is started with. */
  readonly wrap: (node: number, command: readonly string[]) => readonly string[];
  /** Nothing that `from` sends reaches `to`. */
  cut(from: number, to: number): void;
  heal(): void;
  close(): void;
}

export function nodeNetwork(nodes: number): NodeNetwork {
  return hasNamespaces() ? namespaces(nodes) : loopback();
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
  try {
    ip('netns', 'add', 'skein-probe');
    ip('netns', 'del', 'skein-probe');
    return true;
  } catch {
    return false;
  }
}

function ip(...args: readonly string[]): void {
  execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] });
}

/** A subnet of this process, so that two runs do not meet. */
function namespaces(nodes: number): NodeNetwork {
  const run = process.pid % 250;
  const bridge = `skb${run}`;
  const name = (node: number) => `sk${run}n${node}`;
  const address = (node: number) => `10.77.${run}.${node + 1}`;
  const cuts = new Set<string>();
  const all = Array.from({ length: nodes }, (_, node) => node);
  ip('link', 'add', bridge, 'type', 'bridge');
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
