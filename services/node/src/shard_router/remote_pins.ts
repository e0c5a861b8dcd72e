/**
 * Points in time that other nodes hold for this one. While they are in use here, this node renews
 * them periodically.
 */
import type { TimerHandle, Timers } from '@skein/base';
import type { ShardLinks } from './contract.js';

const KEEP_MS = 30_000;

export class RemotePins {
  readonly #links: ShardLinks;
  readonly #timers: Timers;
  /** Names of pins, by node. */
  readonly #open = new Map<string, Set<string>>();
  #timer: TimerHandle | undefined;

  constructor(links: ShardLinks, timers: Timers) {
    this.#links = links;
    this.#timers = timers;
  }

  get count(): number {
    return [...this.#open.values()].reduce((sum, pins) => sum + pins.size, 0);
  }

  opened(nodeId: string, pin: string): void {
    const pins = this.#open.get(nodeId) ?? new Set();
    this.#open.set(nodeId, pins.add(pin));
    this.#timer ??= this.#timers.after(KEEP_MS, () => this.#keep());
  }

  has(nodeId: string, pin: string): boolean {
    return this.#open.get(nodeId)?.has(pin) ?? false;
  }

  release(nodeId: string, pin: string): void {
    const pins = this.#open.get(nodeId);
    pins?.delete(pin);
    if (pins?.size === 0) this.#open.delete(nodeId);
    this.#links.notify(nodeId, 'shard/release', { pins: [pin] });
  }

  /** Forgets the pins of a node that is gone, because they are gone with it. */
  lost(nodeId: string): void {
    this.#open.delete(nodeId);
  }

  stop(): void {
    this.#timer?.cancel();
    for (const [nodeId, pins] of this.#open) {
      this.#links.notify(nodeId, 'shard/release', { pins: [...pins] });
    }
    this.#open.clear();
  }

  #keep(): void {
    for (const [nodeId, pins] of this.#open) {
      this.#links.notify(nodeId, 'shard/keep', { pins: [...pins] });
    }
    this.#timer =
      this.#open.size === 0 ? undefined : this.#timers.after(KEEP_MS, () => this.#keep());
  }
}
