/**
 * Clients of a register that is stored in the cluster state. A write or a read is a proposal of the
 * master; the commit is its answer. The history of all operations must be linearizable (C8).
 */
import type { RegisterOperation } from '../linearizability.js';

interface Pending {
  readonly kind: 'read' | 'write';
  readonly value: number;
  readonly calledAt: number;
}

const OPERATIONS_MAX = 60;

export class RegisterClients {
  readonly #history: RegisterOperation[] = [];
  readonly #pending = new Map<string, Pending>();
  #clock = 0;
  #lastValue = 0;

  get isDone(): boolean {
    return this.#history.length + this.#pending.size >= OPERATIONS_MAX;
  }

  /** Records that the proposal with this hash carries a new value, and returns the value. */
  write(hash: string): number {
    this.#lastValue++;
    this.#pending.set(hash, { kind: 'write', value: this.#lastValue, calledAt: this.#clock++ });
    return this.#lastValue;
  }

  /** Records that the proposal with this hash repeats the value that it found. */
  read(hash: string, value: number): void {
    this.#pending.set(hash, { kind: 'read', value, calledAt: this.#clock++ });
  }

  refused(hash: string): void {
    this.#pending.delete(hash);
  }

  committed(hash: string): void {
    const pending = this.#pending.get(hash);
    if (!pending) return;
    this.#pending.delete(hash);
    this.#history.push({ ...pending, returnedAt: this.#clock++ });
  }

  /** The answered operations, and the writes whose outcome nobody learnt. */
  history(): readonly RegisterOperation[] {
    const unknown = [...this.#pending.values()].filter(({ kind }) => kind === 'write');
    return [...this.#history, ...unknown.map((one) => ({ ...one, returnedAt: undefined }))];
  }
}
