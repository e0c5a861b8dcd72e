/**
 * A model of a node's disk with one shard copy on it. Changes become durable when they are synced;
 * a crash loses the others, except for a random prefix of them.
 */
import { assert } from '@skein/base';
import type { CopyOptions, Operation, StoreAction, StoreResult, StoreStatus } from '@skein/cluster';
import type { SeededRandom } from '../seeded_random.js';
import type { SimulatedDisk } from './simulated_disk.js';
import { ModelCommit, StoreContent } from './store_content.js';

type Install = StoreAction & { readonly kind: 'install' };
type Change = (content: StoreContent) => void;

export class SimulatedStore implements SimulatedDisk {
  /** The copy that the files belong to; `undefined` when there are none. */
  allocationId: string | undefined;
  #current = new StoreContent();
  #durable = new StoreContent();
  #unsynced: Change[] = [];
  readonly #nodeId: string;
  readonly #batchSize: number;
  /** True when replicas copy segments. */
  readonly #segments: boolean;
  #histories = 0;

  constructor(nodeId: string, { batchSize, segments = false }: CopyOptions) {
    this.#nodeId = nodeId;
    this.#batchSize = batchSize;
    this.#segments = segments;
  }

  get status(): StoreStatus {
    return this.#current.status();
  }

  get current(): StoreContent {
    return this.#current;
  }

  get durable(): StoreContent {
    return this.#durable;
  }

  /** Gives the files to another allocation; an empty primary begins with none. */
  assign(allocationId: string, empty: boolean): void {
    this.allocationId = allocationId;
    if (empty) {
      this.#change((content) => {
        content.clear();
        content.follows = false;
      });
    } else if (this.#segments) {
      this.#change((content) => content.follow());
    }
    this.#sync();
  }

  crash(random: SeededRandom): void {
    const kept = this.#unsynced.slice(0, random.below(this.#unsynced.length + 1));
    for (const change of kept) change(this.#durable);
    this.#unsynced = [];
    this.#current = this.#durable.copy();
  }

  /** Drops the history before a random number. */
  flush(random: SeededRandom): void {
    const upTo = random.below(this.#current.maxSeqNo() + 2);
    this.#change((content) => {
      if (this.#segments && !content.follows) content.commit();
      const last = this.#segments ? Math.min(upTo, content.commitFor(true).maxSeqNo) : upTo;
      content.forgetHistory(last);
    });
    this.#sync();
  }

  perform(action: StoreAction): StoreResult {
    const result = this.#perform(action);
    return { operations: [], ...result, status: this.#current.status() };
  }

  #perform(action: StoreAction): Partial<StoreResult> {
    switch (action.kind) {
      case 'execute':
        return { operations: this.#execute(action.term, action.bodies) };
      case 'sync':
        this.#change((content) => content.learn(action.globalCheckpoint));
        this.#sync();
        break;
      case 'append':
        for (const operation of action.operations) this.#change((to) => to.apply(operation));
        this.#change((content) => content.learn(action.globalCheckpoint));
        if (action.durable) this.#sync();
        break;
      case 'rollback':
        this.#change((content) => {
          content.term = action.term;
          content.rollback(action.aboveSeqNo, action.keepPending);
        });
        break;
      case 'promote': {
        const history = `${this.#nodeId}-${this.#histories++}`;
        this.#change((content) => content.promote(action.term, action.restore, history));
        this.#sync();
        break;
      }
      case 'trim':
        this.#change((content) => content.trim(action.aboveSeqNo));
        break;
      case 'read':
        return this.#read(action);
      case 'read_commit':
        return { commit: this.#readCommit(action.isSafe) };
      case 'let_go':
        break;
      case 'commit':
        this.#change((content) => content.commit());
        this.#sync();
        return { committedSeqNo: this.#current.maxSeqNo() };
      case 'install':
        return { isRefused: !this.#install(action) };
      case 'reset_to_safe':
        this.#change((content) => {
          const { globalCheckpoint, localCheckpoint } = content;
          content.term = action.term;
          const safe = Math.min(globalCheckpoint, localCheckpoint);
          content.rollback(safe, false);
          content.commits = content.commits.filter(({ maxSeqNo }) => maxSeqNo <= safe);
        });
        this.#sync();
        break;
      default:
        this.#replace(action);
    }
    return {};
  }

  /** Reads a batch; the first read fixes the operations that the later ones return. */
  #read({ fromSeqNo, next }: StoreAction & { readonly kind: 'read' }): Partial<StoreResult> {
    if (next === undefined && fromSeqNo < this.#current.historyFrom) return { isGone: true };
    // The machine passes on unread what this method returned.
    const all = (next as readonly Operation[] | undefined) ?? this.#current.from(fromSeqNo);
    const rest = all.slice(this.#batchSize);
    return {
      operations: all.slice(0, this.#batchSize),
      next: rest.length > 0 ? rest : undefined,
    };
  }

  #execute(term: number, bodies: readonly unknown[]): readonly Operation[] {
    const first = this.#current.maxSeqNo() + 1;
    const operations = bodies.map((body, i) => ({ seqNo: first + i, term, body }));
    for (const operation of operations) this.#change((content) => content.apply(operation));
    return operations;
  }

  #readCommit(isSafe: boolean): ModelCommit {
    if (this.#segments) return this.#current.commitFor(isSafe);
    return new ModelCommit([{ name: '_0', operations: this.#current.safe() }]);
  }

  #install({ globalCheckpoint, isChecked, ...action }: Install): boolean {
    const commit = modelCommit(action.commit);
    this.#change((content) => content.learn(globalCheckpoint));
    this.#sync();
    const { follows, localCheckpoint } = this.#current;
    const last = Math.min(this.#current.globalCheckpoint, localCheckpoint);
    if (!follows || (isChecked && commit.maxSeqNo > last)) return false;
    if (commit.maxSeqNo < this.#current.newestCommit.maxSeqNo) return true;
    const present = action.byName ? this.#current.newestCommit.segments : [];
    const known = new Map(present.map((segment) => [segment.name, segment]));
    const how = { keepsLog: action.keepsLog, known };
    this.#change((content) => content.install(commit, how));
    this.#sync();
    return true;
  }

  #replace(action: StoreAction & { readonly kind: 'replace' }): void {
    const commit = modelCommit(action.commit);
    this.#change((content) => {
      content.clear();
      content.historyUuid = action.historyUuid;
      content.term = action.term;
      for (const operation of commit.operations.values()) content.apply(operation);
      if (this.#segments) content.install(commit, { keepsLog: true, known: new Map() });
      content.learn(action.globalCheckpoint);
      content.historyFrom = content.localCheckpoint + 1;
    });
    this.#sync();
  }

  #change(change: Change): void {
    change(this.#current);
    this.#unsynced.push(change);
  }

  #sync(): void {
    for (const change of this.#unsynced) change(this.#durable);
    this.#unsynced = [];
  }
}

function modelCommit(commit: unknown): ModelCommit {
  assert(commit instanceof ModelCommit, 'a commit comes from another store of this kind');
  return commit;
}
