/**
 * Links to every node of the cluster: opened before a state that names a new node is applied, and
 * reopened while a node is missing.
 */
import type { Log, TimerHandle, Timers } from '@skein/base';
import { asApiError } from '@skein/errors';
import type { NodeIdentity } from './mod.js';

/** Longest wait of a cluster state for links to its new nodes. */
const WAIT_MS = 1000;
const RETRY_MS = 1000;

interface ConnectionsParts {
  readonly links: {
    readonly localNodeId: string;
    connect(address: string): Promise<NodeIdentity>;
    nodes(): readonly NodeIdentity[];
  };
  readonly timers: Timers;
  readonly log: Log;
}

interface WantedNode {
  readonly id: string;
  readonly ephemeralId: string;
  readonly transportAddress: string;
}

export class Connections {
  readonly #parts: ConnectionsParts;
  #wanted: readonly WantedNode[] = [];
  #retry: TimerHandle | undefined;
  #stopped = false;

  constructor(parts: ConnectionsParts) {
    this.#parts = parts;
  }

  /**
   * Keeps links to these nodes from now on. Resolves when the new ones are connected, or after a
   * second. A missing node that was wanted before does not delay the state.
   */
  async keep(nodes: readonly WantedNode[]): Promise<void> {
    const { localNodeId } = this.#parts.links;
    const known = new Set(this.#wanted.map(({ ephemeralId }) => ephemeralId));
    this.#wanted = nodes.filter(({ id }) => id !== localNodeId);
    const fresh = this.#missing().filter(({ ephemeralId }) => !known.has(ephemeralId));
    this.#watch();
    if (fresh.length === 0) return;
    const connected = Promise.all(fresh.map((node) => this.#connect(node)));
    const waited = new Promise<void>((resolve) => this.#parts.timers.after(WAIT_MS, resolve));
    await Promise.race([connected, waited]);
  }

  stop(): void {
    this.#stopped = true;
    this.#retry?.cancel();
  }

  /** Runs at intervals, so that nodes whose links are lost later are connected again. */
  #watch(): void {
    if (this.#stopped || this.#retry !== undefined || this.#wanted.length === 0) return;
    this.#retry = this.#parts.timers.after(RETRY_MS, () => {
      const attempts = this.#missing().map((node) => this.#connect(node));
      void Promise.all(attempts).then(() => {
        this.#retry = undefined;
        this.#watch();
      });
    });
  }

  #missing(): readonly WantedNode[] {
    const there = new Set(this.#parts.links.nodes().map(({ ephemeralId }) => ephemeralId));
    return this.#wanted.filter(({ ephemeralId }) => !there.has(ephemeralId));
  }

  async #connect({ id, transportAddress }: WantedNode): Promise<void> {
    try {
      await this.#parts.links.connect(transportAddress);
    } catch (failure) {
      const { reason } = asApiError(failure);
      this.#parts.log.debug('member not connected', { nodeId: id, reason });
    }
  }
}
