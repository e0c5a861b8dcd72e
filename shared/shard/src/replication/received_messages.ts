/**
 * The messages of other copies that wait here: first for the mapping that their operations need,
 * then for the answer of the replication machine.
 */
import type { CopyReply } from '@skein/cluster/replication';
import type { ApiError } from '@skein/errors';

interface OpenMessage {
  readonly resolve: (reply: CopyReply) => void;
  readonly reject: (error: ApiError) => void;
}

export class ReceivedMessages {
  readonly #open = new Map<number, OpenMessage>();
  #mappingWaiters: (() => void)[] = [];

  /** Resolves at the next change of the mapping, or when the messages are refused. */
  nextMapping(): Promise<void> {
    return new Promise((resolve) => this.#mappingWaiters.push(resolve));
  }

  mappingChanged(): void {
    const waiters = this.#mappingWaiters;
    this.#mappingWaiters = [];
    for (const resolve of waiters) resolve();
  }

  /** Resolves with the answer to the message of that number. */
  open(id: number): Promise<CopyReply> {
    return new Promise((resolve, reject) => this.#open.set(id, { resolve, reject }));
  }

  answer(id: number, reply: CopyReply): void {
    this.#open.get(id)?.resolve(reply);
    this.#open.delete(id);
  }

  /** Refuses every message, also those that wait for a mapping: their copy has ended. */
  refuseAll(error: ApiError): void {
    for (const { reject } of this.#open.values()) reject(error);
    this.#open.clear();
    this.mappingChanged();
  }
}
