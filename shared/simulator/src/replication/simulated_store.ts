/** A node's disk with one shard copy on it. Changes become durable when they are synced; a crash loses the others, all but a beginning drawn by chance. */
import type { Operation, StoreAction, StoreResult, StoreStatus } from '@skein/cluster';
import type { SeededRandom } from '../seeded_random.js';
import type { SimulatedDisk } from './simulated_disk.js';
import { StoreContent } from './store_content.js';

type Change = (content: StoreContent) => void;

export class SimulatedStore implements SimulatedDisk {
  /** Whose copy the files are; undefined: there are none. */
  allocationId: string | undefined;
  #current = new StoreContent();
  #durable = new StoreContent();
  #unsynced: Change[] = [];
  readonly #nodeId: string;
  readonly #batchSize: number;
  #histories = 0;

  constructor(nodeId: string, batchSize: number) {
    this.#nodeId = nodeId;
    this.#batchSize = batchSize;
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

  /** Another allocation takes the files over; an empty primary begins with none. */
  assign(allocationId: string, empty: boolean): void {
    this.allocationId = allocationId;
    if (empty) this.#change((content) => content.clear());
    this.#sync();
  }

  crash(random: SeededRandom): void {
    const kept = this.#unsynced.slice(0, random.below(this.#unsynced.length + 1));
    for (const change of kept) change(this.#durable);
    this.#unsynced = [];
    this.#current = this.#durable.copy();
  }

  /** Everything before a number may be forgotten as history. */
  flush(random: SeededRandom): void {
    const upTo = random.below(this.#current.maxSeqNo() + 2);
    this.#change((content) => content.forgetHistory(upTo));
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
        return { commit: this.#current.safe() };
      case 'reset_to_safe':
        this.#change((content) => {
          const { globalCheckpoint, localCheckpoint } = content;
          content.term = action.term;
          content.rollback(Math.min(globalCheckpoint, localCheckpoint), false);
        });
        this.#sync();
        break;
      default:
        this.#replace(action);
    }
    return {};
  }

  /** The first read fixes what is read. */
  #read({ fromSeqNo, next }: StoreAction & { readonly kind: 'read' }): Partial<StoreResult> {
    if (next === undefined && fromSeqNo < this.#current.historyFrom) return { isGone: true };
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

  #replace(action: StoreAction & { readonly kind: 'replace' }): void {
    this.#change((content) => {
      content.clear();
      content.historyUuid = action.historyUuid;
      content.term = action.term;
      for (const operation of action.commit as readonly Operation[]) content.apply(operation);
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
