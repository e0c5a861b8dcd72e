/**
 * A node with room for one copy of the shard: its disk, the machine of the copy assigned to it, and
 * the disk's queue of actions.
 */
import {
  type CopyEffect,
  type CopyInput,
  type CopyOptions,
  type CopyRef,
  type RemoteCall,
  ShardCopyMachine,
  type ShardView,
  type StoreAction,
} from '@skein/cluster';
import type { SeededRandom } from '../seeded_random.js';
import type { RemoteWorld } from './remote/remote_world.js';
import type { SimulatedDisk } from './simulated_disk.js';
import { ModelCommit } from './store_content.js';

export interface DataWorld {
  newStore(nodeId: string): SimulatedDisk;
  readonly options: CopyOptions;
  readonly random: SeededRandom;
  effect(node: DataNode, effect: CopyEffect): void;
  /** After every step of a copy. */
  stepped(node: DataNode): void;
  /** An action of the queue is to be performed later. */
  storeLater(node: DataNode): void;
  /**
   * The files of an in-sync copy are not there: another allocation has taken them over meanwhile.
   */
  unopenable(copy: CopyRef): void;
  /**
   * The shard has a log in a remote store, and a primary that begins with nothing begins with what
   * is there; undefined: it has none.
   */
  readonly remote: RemoteWorld | undefined;
  /** The files have changed; `lost`: some of what was there may be gone. */
  stored(node: DataNode, lost: boolean): void;
}

/** Actions that take something away. */
const LOSSY: ReadonlySet<StoreAction['kind']> = new Set([
  'rollback',
  'trim',
  'promote',
  'reset_to_safe',
  'replace',
  'install',
]);

export class DataNode {
  readonly id: string;
  readonly store: SimulatedDisk;
  isUp = true;
  /** Counts starts of the process: what was published to an earlier one is not for this. */
  process = 0;
  /**
   * Counts starts of the process and openings of copies: what belongs to an earlier one is void.
   */
  incarnation = 0;
  machine: ShardCopyMachine | undefined;
  #appliedVersion = 0;
  /** The copy whose files come from the remote store, and the newest view that names it. */
  #restoringId: string | undefined;
  #restoring: ShardView | undefined;
  /** The copy that failed itself last, and its term. */
  #over: { readonly allocationId: string | undefined; readonly term: number } | undefined;
  readonly #world: DataWorld;
  #queue: { readonly token: number; readonly action: StoreAction }[] = [];

  constructor(id: string, world: DataWorld) {
    this.id = id;
    this.store = world.newStore(id);
    this.#world = world;
  }

  get allocationId(): string | undefined {
    return this.machine === undefined ? undefined : this.store.allocationId;
  }

  /** Committed states are applied in order; some may be skipped. */
  apply(view: ShardView): void {
    if (view.version < this.#appliedVersion) return;
    this.#appliedVersion = view.version;
    const own = view.copies.find(({ nodeId }) => nodeId === this.id);
    const isRestoring = this.#restoringId !== undefined && own?.allocationId === this.#restoringId;
    if (own?.allocationId !== this.allocationId && !isRestoring) this.#close();
    if (own === undefined || this.#isOver(own, view)) return;
    if (this.machine === undefined) {
      const isSame = this.store.allocationId === own.allocationId;
      if (!isSame && own.primary && view.inSync.length > 0) {
        this.#world.unopenable(own);
        return;
      }
      const { remote } = this.#world;
      if (!isSame && own.primary && remote !== undefined) {
        this.#restore(remote, own, view);
        return;
      }
      if (!isSame) this.store.assign(own.allocationId, own.primary);
      this.#world.stored(this, !isSame);
      this.#open(own);
    }
    this.input({ kind: 'view', view });
  }

  #open(own: CopyRef): void {
    const writer = `${own.allocationId}-${this.incarnation}`;
    const options = { ...this.#world.options, writer };
    this.machine = new ShardCopyMachine(own, this.store.status, options);
  }

  /**
   * Views that come meanwhile wait; what is restored for an allocation that is gone is for nobody.
   */
  #restore(remote: RemoteWorld, own: CopyRef, view: ShardView): void {
    this.#restoring = view;
    if (this.#restoringId === own.allocationId) return;
    this.#restoringId = own.allocationId;
    this.incarnation++;
    remote.restore(this, own, view, (operations) => {
      const newest = this.#restoring ?? view;
      this.#restoringId = undefined;
      if (operations === undefined) {
        this.#world.unopenable(own);
        return;
      }
      this.store.assign(own.allocationId, true);
      const told = { term: 0, globalCheckpoint: operations.length - 1 };
      const historyUuid = `restored-${own.allocationId}`;
      const commit = new ModelCommit([{ name: historyUuid, operations }]);
      this.store.perform({ kind: 'replace', historyUuid, commit, ...told });
      this.#world.stored(this, true);
      this.#open(own);
      this.input({ kind: 'view', view: newest });
    });
  }

  /** The disk and all on it is gone. */
  lose(): void {
    this.store.assign('nothing', true);
    this.store.allocationId = undefined;
  }

  input(input: CopyInput): void {
    const { machine } = this;
    if (machine === undefined) return;
    for (const effect of machine.step(input)) {
      if (effect.kind === 'store') this.#enqueue(effect.token, effect.action);
      else if (effect.kind === 'remote') this.#askRemote(effect.token, effect.call);
      else if (effect.kind === 'fail_self') this.#fail();
      else this.#world.effect(this, effect);
    }
    this.#world.stepped(this);
  }

  #askRemote(token: number, call: RemoteCall): void {
    this.#world.remote?.ask(this, call, (reply) => this.input({ kind: 'remote', token, reply }));
  }

  /** The oldest action of the queue is done. */
  performNext(): void {
    const next = this.#queue.shift();
    if (next === undefined) return;
    const result = this.store.perform(next.action);
    this.#world.stored(this, LOSSY.has(next.action.kind));
    if (this.#queue.length > 0) this.#world.storeLater(this);
    this.input({ kind: 'stored', token: next.token, result });
  }

  flush(): void {
    if (this.isUp && this.machine !== undefined) this.store.flush(this.#world.random);
  }

  crash(): void {
    this.isUp = false;
    this.process++;
    this.#close();
    this.store.crash(this.#world.random);
    this.#world.stored(this, true);
  }

  #isOver({ allocationId }: CopyRef, { primaryTerm }: ShardView): boolean {
    return this.#over?.allocationId === allocationId && primaryTerm <= this.#over.term;
  }

  /** What is let go is none of the disk's work: it changes nothing there. */
  #enqueue(token: number, action: StoreAction): void {
    if (action.kind === 'let_go') {
      this.store.perform(action);
      return;
    }
    this.#queue.push({ token, action });
    if (this.#queue.length === 1) this.#world.storeLater(this);
  }

  /** It is over, whatever an older state says of it. */
  #fail(): void {
    const { machine } = this;
    this.#over = machine && { allocationId: this.allocationId, term: machine.term };
    this.#close();
  }

  /** Without a farewell: what its disk had not synced may be lost only in a crash. */
  #close(): void {
    this.machine = undefined;
    this.#restoringId = undefined;
    this.#queue = [];
    this.incarnation++;
  }
}
