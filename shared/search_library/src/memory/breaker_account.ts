/**
 * What one thread has under way of one breaker, exact to the byte; the board is told in steps, so that most that is counted costs an
 * addition and a comparison. Up to a step of each thread the board shows more than there is, never less.
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

  /** Throws circuit_breaking_exception, and counts nothing, when that is too much. */
  grow(bytes: number, label: string): void {
    const wanted = this.#bytes + bytes;
    if (wanted > this.#publishedBytes) this.#publishChecked(wanted, bytes, label);
    this.#bytes = wanted;
  }

  /** What a limit of its own has no room for, counted as what the breaker refused. */
  refusal(wantedBytes: number, limitBytes: number, label: string): ApiError {
    return this.#board.trip(this.#child, wantedBytes, label, limitBytes);
  }

  /** Counted, whatever the limits say. */
  growUnchecked(bytes: number): void {
    this.#bytes += bytes;
    this.#publish(this.#bytes);
  }

  shrink(bytes: number): void {
    this.#bytes -= bytes;
    // Never more than before: what was told to the byte because the limit is near stays so.
    const told = Math.min(this.#inSteps(this.#bytes), this.#publishedBytes);
    if (told !== this.#publishedBytes) this.#tell(told);
  }

  /** Throws circuit_breaking_exception when there is no room for anything, not even for nothing more. */
  check(label: string): void {
    const others = this.#board.othersBytes(this.#child);
    this.#board.check(this.#child, others + this.#bytes, 0, label);
  }

  /** A share of its own. */
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
    // Near the limit nothing is set aside that is not taken.
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
  /** Throws circuit_breaking_exception when that is too much. */
  grow(bytes: number, label: string): void;
  growUnchecked(bytes: number): void;
  /** All of it goes back; more may be taken after. */
  end(): void;
}
