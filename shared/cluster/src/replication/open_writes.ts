/** Writes on their way: acknowledged when they are durable here and every copy they were sent to has answered or is out, by the master's word. */
import type { AllocationId, Operation } from './operation.js';

interface OpenWrite {
  readonly request: number;
  readonly operations: readonly Operation[];
  readonly waitingFor: Set<AllocationId>;
  /** That have it. */
  copies: number;
  failed: number;
  isDurable: boolean;
  /** In the log of a remote store, if it has to be. */
  isStored: boolean;
}

export interface Written {
  readonly operations: readonly Operation[];
  readonly copies: number;
  readonly failed: number;
}

/** What ends the waits of a write. */
export interface OpenedWrite {
  durable(): void;
  stored(): void;
  answered(id: AllocationId): void;
}

type Acknowledge = (request: number, written: Written) => void;

export class OpenWrites {
  readonly #writes = new Set<OpenWrite>();
  readonly #acknowledge: Acknowledge;

  constructor(acknowledge: Acknowledge) {
    this.#acknowledge = acknowledge;
  }

  /** Returns what ends the waits of this write. */
  open(
    request: number,
    operations: readonly Operation[],
    waitingFor: readonly AllocationId[],
    awaitsStore: boolean,
  ): OpenedWrite {
    const waiting = new Set(waitingFor);
    const write: OpenWrite = {
      request,
      operations,
      waitingFor: waiting,
      copies: 1,
      failed: 0,
      isDurable: false,
      isStored: !awaitsStore,
    };
    this.#writes.add(write);
    return {
      durable: () => {
        write.isDurable = true;
        this.#settle(write);
      },
      stored: () => {
        write.isStored = true;
        this.#settle(write);
      },
      answered: (id) => {
        write.waitingFor.delete(id);
        write.copies++;
        this.#settle(write);
      },
    };
  }

  /** Nobody waits for this copy any more. */
  release(id: AllocationId): void {
    for (const write of [...this.#writes]) {
      if (!write.waitingFor.delete(id)) continue;
      write.failed++;
      this.#settle(write);
    }
  }

  /** All copies that a write still waits for. */
  awaited(): ReadonlySet<AllocationId> {
    return new Set([...this.#writes].flatMap(({ waitingFor }) => [...waitingFor]));
  }

  get isEmpty(): boolean {
    return this.#writes.size === 0;
  }

  /** Gives up on all of them. */
  abandon(): number[] {
    const requests = [...this.#writes].map(({ request }) => request);
    this.#writes.clear();
    return requests;
  }

  #settle(write: OpenWrite): void {
    if (!write.isDurable || !write.isStored || write.waitingFor.size > 0) return;
    if (!this.#writes.delete(write)) return;
    this.#acknowledge(write.request, write);
  }
}
