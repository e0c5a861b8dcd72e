/**
 * One node of a simulated cluster: the real coordination core, and a host whose network, disk and
 * time are simulated.
 */
import {
  type CoordinationState,
  type Effect,
  type Input,
  type Message,
  type NodeId,
  type Peer,
  type Proposal,
  type StepFunction,
  startCoordination,
} from '@skein/cluster';
import type { SeededRandom } from '../seeded_random.js';
import { SimulatedDisk } from './simulated_disk.js';
import { SimulatedMaster } from './simulated_master.js';
import type { Swarm } from './swarm.js';

/** The services that a node's host uses. */
export interface NodeWorld {
  readonly random: SeededRandom;
  readonly step: StepFunction;
  readonly swarm: Swarm;
  nowMs(): number;
  transmit(from: SimulatedNode, to: NodeId, message: Message): void;
  flushLater(node: SimulatedNode): void;
  /** Receives every effect but sends and writes. */
  observe(node: SimulatedNode, effect: Effect): void;
}

interface HeldMessage {
  readonly after: number;
  readonly to: NodeId;
  readonly message: Message;
}

export class SimulatedNode {
  readonly id: NodeId;
  readonly disk = new SimulatedDisk();
  master = new SimulatedMaster();
  /** `undefined` while the node is crashed. */
  core: CoordinationState | undefined;
  /** Counts starts of the process: work that an earlier process had in progress is void. */
  incarnation = 0;
  frozenUntilMs = 0;
  #held: HeldMessage[] = [];
  readonly #world: NodeWorld;
  readonly #initialMasterNodes: readonly string[];

  constructor(id: NodeId, initialMasterNodes: readonly string[], world: NodeWorld) {
    this.id = id;
    this.#initialMasterNodes = initialMasterNodes;
    this.#world = world;
  }

  start(peers: readonly Peer[]): void {
    this.incarnation++;
    this.master = new SimulatedMaster();
    this.core = startCoordination({
      identity: {
        id: this.id,
        name: this.id,
        masterEligible: true,
        initialMasterNodes: this.#initialMasterNodes,
      },
      nowMs: this.#world.nowMs(),
      persistent: this.disk.durable,
      settings: this.#world.swarm.settings,
    });
    this.input({ kind: 'peers', peers });
  }

  crash(): void {
    this.core = undefined;
    this.#held = [];
    this.frozenUntilMs = 0;
    this.disk.crash(this.#world.random);
  }

  input(input: Input): void {
    if (!this.core) return;
    const { state, effects } = this.#world.step(this.core, input, this.#world.random);
    this.core = state;
    for (const effect of effects) this.#perform(effect);
  }

  propose(proposal: Proposal): void {
    this.input({ kind: 'propose', proposal });
  }

  flushed(): void {
    this.disk.flushOne();
    const ready = this.#held.filter(({ after }) => after <= this.disk.durableToken);
    if (ready.length === 0) return;
    this.#held = this.#held.filter(({ after }) => after > this.disk.durableToken);
    for (const { to, message } of ready) this.#world.transmit(this, to, message);
  }

  #perform(effect: Effect): void {
    if (effect.kind === 'send') {
      const { after, to, message } = effect;
      if (after === undefined || after <= this.disk.durableToken) {
        this.#world.transmit(this, to, message);
      } else this.#held.push({ after, to, message });
    } else if (effect.kind === 'persist') {
      this.disk.write(effect.token, effect.state);
      this.#world.flushLater(this);
    } else {
      this.#world.observe(this, effect);
    }
  }
}
