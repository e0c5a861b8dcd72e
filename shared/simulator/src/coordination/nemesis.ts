/** Injects faults into a simulated cluster, at times and with parameters drawn from the seed. */
import { cutOf, NO_CUT, PARTITION_SHAPES } from '../partition.js';
import type { SimulatedNode } from './simulated_node.js';
import type { Simulation } from './simulation.js';

const ACTIONS = [
  'crash',
  'freeze',
  'partition',
  'forge',
  'disconnect',
  'sicken',
  'abdicate',
] as const;

export const FREEZE_MAX_MS = 3_000;

type Recurring = (typeof ACTIONS)[number];

export type Action =
  | Recurring
  | { readonly restart: SimulatedNode }
  | { readonly crash: SimulatedNode };

export class Nemesis {
  readonly #simulation: Simulation;
  #later: Later = () => {};

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
  }

  begin(later: Later): void {
    this.#later = later;
    for (const action of ACTIONS) this.#again(action);
  }

  on(action: Action): void {
    if (this.#simulation.isCalm) return;
    if (typeof action === 'object') {
      if ('crash' in action) crash(action.crash, this.#simulation, this.#later);
      else if (!action.restart.core) this.#simulation.startNode(action.restart);
      return;
    }
    this.act(action);
    this.#again(action);
  }

  /**
   * Crashes a node when it hurts most: after the publication is sent, and perhaps before it is
   * stored.
   */
  onPublish(node: SimulatedNode): void {
    const { random, swarm } = this.#simulation;
    if (!random.chance(swarm.crashOnPublishChance)) return;
    this.#later(random.between(0, 5), { crash: node });
  }

  act(action: Recurring): void {
    DEEDS[action](this.#simulation, this.#later);
  }

  #again(action: Recurring): void {
    const everyMs = EVERY_MS[action](this.#simulation.swarm);
    if (everyMs === Infinity) return;
    this.#later(this.#simulation.random.between(0, 2 * everyMs), action);
  }
}

const EVERY_MS: Readonly<Record<Recurring, (swarm: Simulation['swarm']) => number>> = {
  crash: (swarm) => swarm.crashEveryMs,
  freeze: (swarm) => swarm.freezeEveryMs,
  partition: (swarm) => swarm.partitionEveryMs,
  forge: (swarm) => swarm.forgeEveryMs,
  disconnect: (swarm) => swarm.disconnectEveryMs,
  sicken: (swarm) => swarm.sickEveryMs,
  abdicate: (swarm) => swarm.abdicateEveryMs,
};

type Later = (delayMs: number, action: Action) => void;

type Deed = (simulation: Simulation, later: Later) => void;

const DEEDS: Readonly<Record<Recurring, Deed>> = {
  crash: (simulation, later) => {
    crash(simulation.random.pick(simulation.nodes), simulation, later);
  },
  freeze: (simulation) => {
    const { random, nodes } = simulation;
    random.pick(nodes).frozenUntilMs = simulation.nowMs() + random.between(10, FREEZE_MAX_MS);
  },
  partition: (simulation) => {
    const { random, nodes, swarm } = simulation;
    const shapes = swarm.shapes.length > 0 ? swarm.shapes : PARTITION_SHAPES;
    const ids = nodes.map(({ id }) => id);
    const heals = simulation.cut !== NO_CUT && random.chance(0.5);
    simulation.cut = heals ? NO_CUT : cutOf(random.pick(shapes), ids, random);
  },
  /**
   * Asks nodes to vote in a new term or in the newest: elections happen at any moment, and
   * sometimes two candidates stand in one term.
   */
  forge: (simulation) => {
    const { random, nodes, swarm } = simulation;
    const newest = Math.max(...nodes.map(({ core }) => core?.persistent.currentTerm ?? 0));
    const term = newest + (random.chance(0.6) ? 1 : 0);
    const candidate = random.pick(nodes);
    const rival = random.chance(swarm.duelChance) ? random.pick(nodes) : candidate;
    for (const node of random.some(nodes, random.between(0.3, 1))) {
      const from = node === rival || random.chance(0.3) ? rival : candidate;
      simulation.transmit(from, node.id, { kind: 'start_join', term, candidate: from.id });
    }
  },
  disconnect: ({ random, nodes }) => {
    random.pick(nodes).input({ kind: 'disconnected', node: random.pick(nodes).id });
  },
  sicken: ({ random, nodes }) => {
    random.pick(nodes).input({ kind: 'local_health', healthy: random.chance(0.5) });
  },
  abdicate: ({ random, nodes }) => {
    random.pick(nodes).input({ kind: 'abdicate' });
  },
};

function crash(node: SimulatedNode, { random, swarm }: Simulation, later: Later): void {
  if (!node.core) return;
  node.crash();
  later(random.between(0, swarm.restartMs), { restart: node });
}
