/**
 * Points in time held here for other nodes. Each belongs to the process that asked for it. It ends
 * when that process releases it, is gone, or has been silent for some time. Their number is
 * limited.
 */
import type { Clock, TimerHandle, Timers } from '@skein/base';
import { ApiError } from '@skein/errors';
import type { PinnedShard, PinPurpose } from '../shard_host/mod.js';

/** Limit of held points in time, for all nodes together. */
const MAX_HELD = 10_000;
/** Lifetime of a pin without use or renewal: three times the interval of `RemotePins`. */
const KEPT_MS = 90_000;
const SWEEP_MS = 15_000;

interface Held {
  readonly pin: PinnedShard;
  /** `ephemeralId` of the owning process. */
  readonly owner: string;
  /** A search continues within a moment; a scroll may last days. */
  readonly purpose: PinPurpose;
  usedMs: number;
  /** Number of calls under way. */
  calls: number;
}

interface HeldPinsParts {
  readonly clock: Clock;
  readonly timers: Timers;
}

export class HeldPins {
  readonly #parts: HeldPinsParts;
  readonly #held = new Map<string, Held>();
  #sweep: TimerHandle | undefined;
  #made = 0;

  constructor(parts: HeldPinsParts) {
    this.#parts = parts;
  }

  get count(): number {
    return this.#held.size;
  }

  /** Number of held points in time of running searches. */
  get searches(): number {
    return [...this.#held.values()].filter(({ purpose }) => purpose === 'search').length;
  }

  /**
   * Takes over the pin. Throws es_rejected_execution_exception when too many are held; the caller
   * then keeps the pin.
   */
  hold(pin: PinnedShard, owner: string, purpose: PinPurpose = 'search'): string {
    if (this.#held.size >= MAX_HELD) {
      const reason = `rejected: [${MAX_HELD}] points in time are held for other nodes`;
      throw new ApiError('es_rejected_execution_exception', reason);
    }
    this.#made++;
    const name = String(this.#made);
    this.#held.set(name, { pin, owner, purpose, usedMs: this.#nowMs, calls: 0 });
    this.#sweep ??= this.#parts.timers.after(SWEEP_MS, () => this.#endUnused());
    return name;
  }

  /** Throws search_context_missing_exception when the pin is not held for this owner. */
  async use<T>(name: string, owner: string, call: (pin: PinnedShard) => Promise<T>): Promise<T> {
    const held = this.#of(name, owner);
    if (held === undefined) throw missing(name);
    held.calls++;
    try {
      return await call(held.pin);
    } finally {
      held.calls--;
      held.usedMs = this.#nowMs;
    }
  }

  keep(names: readonly string[], owner: string): void {
    for (const name of names) {
      const held = this.#of(name, owner);
      if (held !== undefined) held.usedMs = this.#nowMs;
    }
  }

  release(names: readonly string[], owner: string): void {
    for (const name of names) if (this.#of(name, owner) !== undefined) this.#end(name);
  }

  /** Releases the pins of a process that is gone. */
  releaseAllOf(owner: string): void {
    for (const [name, held] of [...this.#held]) if (held.owner === owner) this.#end(name);
  }

  stop(): void {
    this.#sweep?.cancel();
    for (const name of [...this.#held.keys()]) this.#end(name);
  }

  get #nowMs(): number {
    return this.#parts.clock.monotonicMs();
  }

  #of(name: string, owner: string): Held | undefined {
    const held = this.#held.get(name);
    return held?.owner === owner ? held : undefined;
  }

  #end(name: string): void {
    const held = this.#held.get(name);
    this.#held.delete(name);
    held?.pin.release();
  }

  #endUnused(): void {
    const before = this.#nowMs - KEPT_MS;
    for (const [name, { usedMs, calls }] of [...this.#held]) {
      if (calls === 0 && usedMs < before) this.#end(name);
    }
    const { timers } = this.#parts;
    this.#sweep =
      this.#held.size === 0 ? undefined : timers.after(SWEEP_MS, () => this.#endUnused());
  }
}

function missing(name: string): ApiError {
  return new ApiError(
    'search_context_missing_exception',
    `No search context found for id [${name}]`,
  );
}
