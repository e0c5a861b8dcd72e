/** A node's disk with one shard copy on it. Changes become durable when they are synced; a crash loses the others, all but a beginning drawn by chance. */
import type { Operation, StoreAction, StoreResult } from '@skein/cluster';
import type { SeededRandom } from '../seeded_random.js';
import { StoreContent } from './store_content.js';

type Change = (content: StoreContent) => void;

export class SimulatedStore {
  /** Whose copy the files are; undefined: there are none. */
  allocationId: string | undefined;
  #current = new StoreContent();
  #durable = new StoreContent();
  #unsynced: Change[] = [];
  readonly #nodeId: string;
  #histories = 0;

  constructor(nodeId: string) {
    this.#nodeId = nodeId;
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

  perform(action: StoreAction): StoreResult {
    const operations = this.#perform(action);
    return { status: this.#current.status(), operations };
  }

  #perform(action: StoreAction): readonly Operation[] {
    switch (action.kind) {
      case 'execute':
        return this.#execute(action.term, action.bodies);
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
        return this.#current.from(action.fromSeqNo);
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
    return [];
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
      for (const operation of action.operations) content.apply(operation);
      content.learn(action.globalCheckpoint);
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
