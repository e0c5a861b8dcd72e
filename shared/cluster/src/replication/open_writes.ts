/**
 * The writes under way on a primary. A write is acknowledged when it is durable on the primary, is
 * in the remote store if there is one, and every copy that must have it has answered or was removed
 * by the master.
 */
import type { AllocationId, Operation } from './operation.js';

interface OpenWrite {
  readonly request: number;
  readonly operations: readonly Operation[];
  readonly waitingFor: Set<AllocationId>;
  /** Number of copies that have the write, the primary included. */
  copies: number;
  /** Number of copies that were removed before they answered. */
  failed: number;
  /** True if it is durable on the primary. */
  isDurable: boolean;
  /** True if it is in the log of a remote store, or need not be. */
  isStored: boolean;
}

export interface Written {
  readonly operations: readonly Operation[];
  readonly copies: number;
  readonly failed: number;
}

/** The events that end the waits of a write. */
interface OpenedWrite {
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

  /** Adds a write and returns the functions that end its waits. */
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
        // A copy that was removed counts as failed, even if its answer comes later.
        if (!write.waitingFor.delete(id)) return;
        write.copies++;
        this.#settle(write);
      },
    };
  }

  /** Stops waiting for this copy, which was removed, and counts it as failed. */
  release(id: AllocationId): void {
    for (const write of [...this.#writes]) {
      if (!write.waitingFor.delete(id)) continue;
      write.failed++;
      this.#settle(write);
    }
  }

  /** All copies that some write still waits for. */
  awaited(): ReadonlySet<AllocationId> {
    return new Set([...this.#writes].flatMap(({ waitingFor }) => [...waitingFor]));
  }

  get isEmpty(): boolean {
    return this.#writes.size === 0;
  }

  /** Abandons all writes and returns their requests. */
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
