/** The faults of a run: one at a time, each ended before the cluster is checked. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { NodeNetwork } from '../../shared/testkit/src/node_network.ts';
import type { NodeProcesses } from './node_processes.ts';

export interface Scene {
  readonly processes: NodeProcesses;
  readonly network: NodeNetwork;
  readonly random: () => number;
  /** The elected master, if any node knows one. */
  readonly master: () => Promise<number | undefined>;
  readonly untilGreen: () => Promise<unknown>;
  readonly retryFailed: () => Promise<void>;
}

export interface Fault {
  readonly name: string;
  readonly needsCuts?: true;
  /** Resolves when the fault is over, except for cuts of the network: the caller heals them. */
  readonly inflict: (scene: Scene) => Promise<void>;
}

const MIN_MS = 2_000;
const MAX_MS = 12_000;

function lasting({ random }: Scene): Promise<void> {
  return sleep(MIN_MS + (MAX_MS - MIN_MS) * random());
}

function anyNode({ processes, random }: Scene): number {
  return Math.floor(random() * processes.nodes.length);
}

async function masterOrAny(scene: Scene): Promise<number> {
  return (await scene.master()) ?? anyNode(scene);
}

function cutBoth({ network }: Scene, a: readonly number[], b: readonly number[]): void {
  for (const one of a) {
    for (const other of b) {
      if (one === other) continue;
      network.cut(one, other);
      network.cut(other, one);
    }
  }
}

function others({ processes }: Scene, ...without: readonly number[]): readonly number[] {
  return processes.nodes.filter((node) => !without.includes(node));
}

async function kill(scene: Scene, node: number): Promise<void> {
  await scene.processes.kill(node);
  await lasting(scene);
  scene.processes.start(node);
}

async function freeze(scene: Scene, node: number): Promise<void> {
  scene.processes.freeze(node);
  await lasting(scene);
  scene.processes.thaw(node);
}

/**
 * Breaks a node's disk for a while. Afterwards the node runs again: a node that cannot make its own
 * state durable ends itself, as it must.
 */
async function hurtDisk(scene: Scene, node: number, hurt: (node: number) => void): Promise<void> {
  scene.processes.mayEnd(node);
  hurt(node);
  await lasting(scene);
  scene.processes.mendDisk(node);
  scene.processes.revive(node);
  await scene.retryFailed();
}

async function isolate(scene: Scene, node: number): Promise<void> {
  cutBoth(scene, [node], others(scene, node));
  await lasting(scene);
}

export const FAULTS: readonly Fault[] = [
  { name: 'kill a node', inflict: (scene) => kill(scene, anyNode(scene)) },
  { name: 'kill the master', inflict: async (scene) => kill(scene, await masterOrAny(scene)) },
  {
    name: 'kill all nodes',
    inflict: async (scene) => {
      await Promise.all(scene.processes.nodes.map((node) => scene.processes.kill(node)));
      for (const node of scene.processes.nodes) scene.processes.start(node);
      await lasting(scene);
    },
  },
  {
    name: 'stop a node in order',
    inflict: async (scene) => {
      const node = anyNode(scene);
      await scene.processes.stop(node);
      await lasting(scene);
      scene.processes.start(node);
    },
  },
  {
    name: 'rolling restart',
    inflict: async ({ processes, untilGreen }) => {
      for (const node of processes.nodes) {
        await processes.stop(node);
        processes.start(node);
        await untilGreen();
      }
    },
  },
  {
    name: 'fill the disk of a node',
    inflict: (scene) => hurtDisk(scene, anyNode(scene), (node) => scene.processes.fillDisk(node)),
  },
  {
    name: 'fill the disk of the master',
    inflict: async (scene) =>
      hurtDisk(scene, await masterOrAny(scene), (node) => scene.processes.fillDisk(node)),
  },
  {
    name: 'no fsync of a node',
    inflict: (scene) => hurtDisk(scene, anyNode(scene), (node) => scene.processes.failSyncs(node)),
  },
  { name: 'freeze a node', inflict: (scene) => freeze(scene, anyNode(scene)) },
  { name: 'freeze the master', inflict: async (scene) => freeze(scene, await masterOrAny(scene)) },
  { name: 'isolate a node', needsCuts: true, inflict: (scene) => isolate(scene, anyNode(scene)) },
  {
    name: 'isolate the master',
    needsCuts: true,
    inflict: async (scene) => isolate(scene, await masterOrAny(scene)),
  },
  {
    name: 'cut one pair (bridge)',
    needsCuts: true,
    inflict: async (scene) => {
      const node = anyNode(scene);
      const [other = 0] = others(scene, node);
      cutBoth(scene, [node], [other]);
      await lasting(scene);
    },
  },
  {
    name: 'one direction of the master',
    needsCuts: true,
    inflict: async (scene) => {
      const node = await masterOrAny(scene);
      for (const other of others(scene, node)) scene.network.cut(other, node);
      await lasting(scene);
    },
  },
  {
    name: 'one direction to a node',
    needsCuts: true,
    inflict: async (scene) => {
      const node = anyNode(scene);
      for (const other of others(scene, node)) scene.network.cut(node, other);
      await lasting(scene);
    },
  },
  {
    name: 'everybody alone',
    needsCuts: true,
    inflict: async (scene) => {
      cutBoth(scene, scene.processes.nodes, scene.processes.nodes);
      await lasting(scene);
    },
  },
  {
    name: 'flapping links',
    needsCuts: true,
    inflict: async (scene) => {
      const node = anyNode(scene);
      for (let at = 0; at < 6; at++) {
        cutBoth(scene, [node], others(scene, node));
        await sleep(300 + 900 * scene.random());
        scene.network.heal();
        await sleep(300 + 900 * scene.random());
      }
    },
  },
  {
    name: 'isolate the master, then kill another',
    needsCuts: true,
    inflict: async (scene) => {
      const node = await masterOrAny(scene);
      cutBoth(scene, [node], others(scene, node));
      await lasting(scene);
      scene.network.heal();
      await kill(scene, others(scene, node)[0] ?? 0);
    },
  },
];
