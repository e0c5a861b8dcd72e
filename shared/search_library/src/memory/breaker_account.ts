/**
 * The memory that one thread has in use under one breaker, exact to the byte. The board is updated
 * in steps, so that most calls cost an addition and a comparison. The board may show up to one step
 * per thread more than is in use, never less.
 */
import type { ApiError } from '@skein/errors';
import type { BreakerBoard } from './breaker_board.js';
import type { ChildBreaker } from './circuit_breaker.js';

export class BreakerAccount {
  readonly #board: BreakerBoard;
  readonly #child: ChildBreaker;
  readonly #stepBytes: number;
  #bytes = 0;
  #publishedBytes = 0;

  /** `stepBytes` is a power of two. */
  constructor(board: BreakerBoard, child: ChildBreaker, stepBytes: number) {
    this.#board = board;
    this.#child = child;
    this.#stepBytes = stepBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Throws circuit_breaking_exception, and counts nothing, if `bytes` more would be too much. */
  grow(bytes: number, label: string): void {
    const wanted = this.#bytes + bytes;
    if (wanted > this.#publishedBytes) this.#publishChecked(wanted, bytes, label);
    this.#bytes = wanted;
  }

  /** The error for a request that exceeds a limit of its own, counted as a trip of this breaker. */
  refusal(wantedBytes: number, limitBytes: number, label: string): ApiError {
    return this.#board.trip(this.#child, wantedBytes, label, limitBytes);
  }

  /** Counts the bytes even if they exceed the limits. */
  growUnchecked(bytes: number): void {
    this.#bytes += bytes;
    this.#publish(this.#bytes);
  }

  shrink(bytes: number): void {
    this.#bytes -= bytes;
    // Never publishes more than before: an exact amount published near the limit stays exact.
    const told = Math.min(this.#inSteps(this.#bytes), this.#publishedBytes);
    if (told !== this.#publishedBytes) this.#tell(told);
  }

  /** Throws circuit_breaking_exception if the breaker is over its limit without any new bytes. */
  check(label: string): void {
    const others = this.#board.othersBytes(this.#child);
    this.#board.check(this.#child, others + this.#bytes, 0, label);
  }

  /** A lease on this account: `end` returns all that was taken through it. */
  lease(): MemoryLease {
    let taken = 0;
    return {
      grow: (bytes, label) => {
        this.grow(bytes, label);
        taken += bytes;
      },
      growUnchecked: (bytes) => {
        this.growUnchecked(bytes);
        taken += bytes;
      },
      end: () => {
        if (taken > 0) this.shrink(taken);
        taken = 0;
      },
    };
  }

  #publishChecked(wanted: number, newBytes: number, label: string): void {
    const before = this.#publishedBytes;
    this.#publish(wanted);
    // Near the limit, the thread reserves only what it uses.
    const others = this.#board.othersBytes(this.#child);
    if (!this.#board.hasRoom(this.#child, others + this.#publishedBytes)) this.#tell(wanted);
    try {
      this.#board.check(this.#child, others + wanted, newBytes, label);
    } catch (refusal) {
      this.#tell(before);
      throw refusal;
    }
  }

  #publish(bytes: number): void {
    const published = this.#inSteps(bytes);
    if (published !== this.#publishedBytes) this.#tell(published);
  }

  #inSteps(bytes: number): number {
    return Math.ceil(bytes / this.#stepBytes) * this.#stepBytes;
  }

  #tell(bytes: number): void {
    this.#publishedBytes = bytes;
    this.#board.publish(this.#child, bytes);
  }
}

export interface MemoryLease {
  /** Throws circuit_breaking_exception if `bytes` more would be too much. */
  grow(bytes: number, label: string): void;
  growUnchecked(bytes: number): void;
  /** Returns all bytes taken through the lease, which may be used again afterwards. */
  end(): void;
}
