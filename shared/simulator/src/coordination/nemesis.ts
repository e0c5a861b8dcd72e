/** Does bad things to a simulated cluster, at times and with a hand drawn from the seed. */
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

type Recurring = (typeof ACTIONS)[number];

export type Action = Recurring | { readonly restart: SimulatedNode };

export class Nemesis {
  readonly #simulation: Simulation;
  #later: (delayMs: number, action: Action) => void = () => {};

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
  }

  begin(later: (delayMs: number, action: Action) => void): void {
    this.#later = later;
    for (const action of ACTIONS) this.#again(action);
  }

  on(action: Action): void {
    if (this.#simulation.isCalm) return;
    if (typeof action === 'object') {
      if (!action.restart.core) this.#simulation.startNode(action.restart);
      return;
    }
    this.act(action);
    this.#again(action);
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

type Deed = (simulation: Simulation, later: (delayMs: number, action: Action) => void) => void;

const DEEDS: Readonly<Record<Recurring, Deed>> = {
  crash: ({ random, nodes, swarm }, later) => {
    const node = random.pick(nodes);
    if (!node.core) return;
    node.crash();
    later(random.between(0, swarm.restartMs), { restart: node });
  },
  freeze: (simulation) => {
    const { random, nodes } = simulation;
    random.pick(nodes).frozenUntilMs = simulation.nowMs() + random.between(10, 3000);
  },
  partition: (simulation) => {
    const { random, nodes, swarm } = simulation;
    const shapes = swarm.shapes.length > 0 ? swarm.shapes : PARTITION_SHAPES;
    const ids = nodes.map(({ id }) => id);
    const heals = simulation.cut !== NO_CUT && random.chance(0.5);
    simulation.cut = heals ? NO_CUT : cutOf(random.pick(shapes), ids, random);
  },
  /** Asks some nodes to vote for one of them, in a term that is new or the newest: elections at any moment, and two in one term. */
  forge: (simulation) => {
    const { random, nodes } = simulation;
    const newest = Math.max(...nodes.map(({ core }) => core?.persistent.currentTerm ?? 0));
    const term = newest + (random.chance(0.6) ? 1 : 0);
    const candidate = random.pick(nodes);
    for (const node of random.some(nodes, random.between(0.3, 1))) {
      simulation.transmit(candidate, node.id, {
        kind: 'start_join',
        term,
        candidate: candidate.id,
      });
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
