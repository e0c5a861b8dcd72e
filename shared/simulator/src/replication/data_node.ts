/**
 * A node that holds at most one copy of the shard: its disk, the state machine of the copy assigned
 * to it, and the disk's queue of actions.
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
  /** Called after every step of a copy. */
  stepped(node: DataNode): void;
  /** Schedules the next action of the queue. */
  storeLater(node: DataNode): void;
  /**
   * The files of an in-sync copy are missing: another allocation has taken them over in the
   * meantime.
   */
  unopenable(copy: CopyRef): void;
  /**
   * Set when the shard has a log in a remote store: a primary without data then starts from that
   * store's content.
   */
  readonly remote: RemoteWorld | undefined;
  /** Called when the files have changed; `lost` is true when some of their content may be gone. */
  stored(node: DataNode, lost: boolean): void;
}

/** Actions that remove data. */
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
  /** Counts starts of the process: a state published to an earlier process is not for this one. */
  process = 0;
  /** Counts starts of the process and openings of copies: events of an earlier one are void. */
  incarnation = 0;
  machine: ShardCopyMachine | undefined;
  #appliedVersion = 0;
  /** The copy whose files are restored from the remote store, and the newest view that names it. */
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

  /** Applies a committed state. States come in order; some may be skipped. */
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
   * Restores a copy. Views that arrive meanwhile wait; the result is dropped if its allocation is
   * gone.
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

  /** Loses the disk with all its content. */
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

  /** Performs the oldest action of the queue. */
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

  /** Queues an action. `let_go` is performed at once, because it changes nothing on the disk. */
  #enqueue(token: number, action: StoreAction): void {
    if (action.kind === 'let_go') {
      this.store.perform(action);
      return;
    }
    this.#queue.push({ token, action });
    if (this.#queue.length === 1) this.#world.storeLater(this);
  }

  /** Closes the copy for good, even if an older state still assigns it here. */
  #fail(): void {
    const { machine } = this;
    this.#over = machine && { allocationId: this.allocationId, term: machine.term };
    this.#close();
  }

  /** Closes the copy abruptly. Data that the disk had not synced may be lost only in a crash. */
  #close(): void {
    this.machine = undefined;
    this.#restoringId = undefined;
    this.#queue = [];
    this.incarnation++;
  }
}
