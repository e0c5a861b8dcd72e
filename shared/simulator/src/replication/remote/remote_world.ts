/**
 * The remote store as the copies of a shard reach it: calls are late, lost, or take effect without
 * an answer, perhaps long after they were given up. Commits of the primary are uploaded from time
 * to time, and a primary without data starts from the store's content.
 */
import {
  type CopyRef,
  type Operation,
  type RemoteCall,
  type RemoteReply,
  type ReplicationRules,
  type RestoredLog,
  restoreLog,
  type ShardView,
} from '@skein/cluster';
import type { SeededRandom } from '../../seeded_random.js';
import type { DataNode } from '../data_node.js';
import { RemoteStore } from './remote_store.js';
import { drawRemoteSwarm, type RemoteSwarm } from './remote_swarm.js';

export const OWNER = 'index';

interface RemoteWorldParts {
  readonly random: SeededRandom;
  readonly rules: ReplicationRules;
  readonly isCalm: () => boolean;
  readonly after: (delayMs: number, run: () => void) => void;
  readonly restored: (operations: readonly Operation[]) => void;
}

/** The pause after which the calling host treats a call as unanswered. */
const PAUSE_MS = 20;

export class RemoteWorld {
  readonly #parts: RemoteWorldParts;
  readonly #swarm: RemoteSwarm;
  readonly #store = new RemoteStore();

  constructor(parts: RemoteWorldParts) {
    this.#parts = parts;
    this.#swarm = drawRemoteSwarm(parts.random);
  }

  /** Starts the uploads of commits and the losses of all disks. */
  begin(nodes: readonly DataNode[], wipe: () => void): void {
    const { commitEveryMs, wipeEveryMs } = this.#swarm;
    this.#every(commitEveryMs, () => {
      for (const node of nodes) this.commit(node);
    });
    this.#every(wipeEveryMs, wipe);
  }

  /** True when a node that the cluster takes for lost continues to work. */
  makesZombie(): boolean {
    return this.#parts.random.chance(this.#swarm.zombieChance);
  }

  #every(everyMs: number, what: () => void): void {
    if (!Number.isFinite(everyMs)) return;
    this.#after(this.#parts.random.between(0, 2 * everyMs), () => {
      if (this.#parts.isCalm()) return;
      what();
      this.#every(everyMs, what);
    });
  }

  /** Makes a call of a copy; its answer is dropped if the node has restarted. */
  ask(node: DataNode, call: RemoteCall, then: (reply: RemoteReply | undefined) => void): void {
    const { incarnation } = node;
    const answered = (reply: RemoteReply | undefined) => {
      if (node.incarnation === incarnation) then(reply);
    };
    const { random } = this.#parts;
    const swarm = this.#swarm;
    if (call.kind === 'rest') {
      this.#after(random.between(0, swarm.restMs), () => answered({ kind: 'done' }));
      return;
    }
    if (this.#happens(swarm.lostChance)) {
      this.#after(this.#callMs() + PAUSE_MS, () => answered(undefined));
      return;
    }
    const isLate = this.#happens(swarm.lateChance);
    const isUnanswered = isLate || this.#happens(swarm.unansweredChance);
    if (isUnanswered) this.#after(this.#callMs() + PAUSE_MS, () => answered(undefined));
    this.#after(isLate ? random.between(0, swarm.lateMs) : this.#callMs(), () => {
      const lag = this.#parts.isCalm() ? 0 : random.below(swarm.listLag + 1);
      const reply = this.#store.perform(call, lag, random);
      if (!isUnanswered) this.#after(this.#callMs(), () => answered(reply));
    });
  }

  /**
   * Uploads a commit: the files of everything that the primary has, or of everything that it knows
   * all copies have.
   */
  commit(node: DataNode): void {
    const { machine, store, incarnation } = node;
    if (machine?.isPrimary !== true) return;
    const all = store.durable.from(0).filter(({ seqNo }) => seqNo <= store.durable.localCheckpoint);
    const choices = [all, all.filter(({ seqNo }) => seqNo <= machine.globalCheckpoint)];
    const chosen = choices.find((operations) => machine.wantsRemoteCommit(operations.length - 1));
    if (chosen === undefined) return;
    const files = this.#store.putFiles(chosen);
    this.#after(4 * this.#callMs(), () => {
      const commit = { maxSeqNo: chosen.length - 1, files };
      if (node.incarnation === incarnation) node.input({ kind: 'remote_commit', commit });
    });
  }

  /** The operations that a restore would bring back now; `undefined` if there are none. */
  inspect(): readonly Operation[] | undefined {
    const { random, rules } = this.#parts;
    let found: readonly Operation[] | undefined;
    const claim = { owner: 'inspector', term: 0, writer: 'inspector' };
    const ask = (call: RemoteCall, then: (reply: RemoteReply | undefined) => void): void =>
      then(
        call.kind === 'create'
          ? { kind: 'created', isNew: true }
          : this.#store.perform(call, 0, random),
      );
    restoreLog({ claim, rules: rules.remote, ask }, (restored) => {
      found = restored && this.#operationsOf(restored);
    });
    return found;
  }

  #operationsOf({ commit, operations }: RestoredLog): readonly Operation[] | undefined {
    if (commit === undefined) return operations;
    const committed = this.#store.files(Number(commit.files));
    return committed && [...committed, ...operations];
  }

  /** Restores a copy; `then` gets `undefined` when another allocation must retry. */
  restore(
    node: DataNode,
    { allocationId }: CopyRef,
    { primaryTerm: term }: ShardView,
    then: (operations: readonly Operation[] | undefined) => void,
  ): void {
    const writer = `restore-${allocationId}-${node.incarnation}`;
    const options = {
      claim: { owner: OWNER, term, writer },
      rules: this.#parts.rules.remote,
      ask: (call: RemoteCall, answered: (reply: RemoteReply | undefined) => void) =>
        this.ask(node, call, answered),
    };
    restoreLog(options, (restored) => {
      const operations = restored && this.#operationsOf(restored);
      if (operations === undefined) {
        then(undefined);
        return;
      }
      this.#parts.restored(operations);
      then(operations);
    });
  }

  #happens(chance: number): boolean {
    return !this.#parts.isCalm() && this.#parts.random.chance(chance);
  }

  #callMs(): number {
    return this.#parts.random.between(0, this.#swarm.callMs);
  }

  #after(delayMs: number, run: () => void): void {
    this.#parts.after(delayMs, run);
  }
}
