/**
 * Response times of nodes to searches, as this node measures them, and their rank by C3 (Suresh et
 * al., "C3: Cutting Tail Latency in Cloud Data Stores via Adaptive Replica Selection", NSDI 2015,
 * §3.1): the expected queue there, cubed so that not all nodes herd to the one that was fast a
 * moment ago, times the service time, plus the network time. A stale measurement does not count:
 * the node is then asked once more.
 */

import type { Clock } from '@skein/base';
import type { NodeResponse } from '../node_operations/mod.js';

/** Weight of the newest measurement in a moving average; about the last five answers count. */
const ALPHA = 0.3;
/** Age at which a measurement becomes stale. */
const STALE_MS = 10_000;

interface Measured {
  /** Moving averages: of the response time, of the service time there, of the queue there. */
  responseMs: number;
  serviceMs: number;
  queue: number;
  measuredMs: number;
}

export interface Answered {
  /** Reported by the node: how long the work took, and how many calls wait for a thread. */
  readonly serviceMs: number;
  readonly queue: number;
}

/** One call under way. Exactly one of the two methods ends it. */
interface PendingAnswer {
  answered(answer: Answered): void;
  failed(): void;
}

export class NodeResponses {
  readonly #clock: Clock;
  readonly #measured = new Map<string, Measured>();
  readonly #outstanding = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  start(nodeId: string): PendingAnswer {
    const startMs = this.#clock.monotonicMs();
    this.#outstanding.set(nodeId, this.outstanding(nodeId) + 1);
    return {
      answered: (answer) => {
        this.#end(nodeId);
        this.#measure(nodeId, { ...answer, responseMs: this.#clock.monotonicMs() - startMs });
      },
      failed: () => this.#end(nodeId),
    };
  }

  outstanding(nodeId: string): number {
    return this.#outstanding.get(nodeId) ?? 0;
  }

  /**
   * The rank; smaller is better. `coordinators`: the number of asking nodes, each assumed to have
   * as many calls under way as this one. `saidQueue`: the queue that a node without a fresh
   * measurement reports; it is asked once if that queue is empty.
   */
  rank(nodeId: string, coordinators: number, saidQueue = 0): number {
    const measured = this.#fresh(nodeId);
    const outstanding = this.outstanding(nodeId);
    if (measured === undefined) {
      if (outstanding > 0) return Number.MAX_VALUE;
      return saidQueue === 0 ? -1 : (1 + saidQueue) ** 3;
    }
    const { responseMs, serviceMs, queue } = measured;
    const waiting = 1 + outstanding * coordinators + queue;
    return Math.max(0, responseMs - serviceMs) + waiting ** 3 * serviceMs;
  }

  /** Reports all measured nodes, including stale measurements. */
  report(coordinators: number): readonly NodeResponse[] {
    return [...this.#measured].map(([nodeId, { queue, serviceMs, responseMs }]) => ({
      nodeId,
      outstanding: this.outstanding(nodeId),
      queue,
      serviceMs,
      responseMs,
      rank: this.rank(nodeId, coordinators),
    }));
  }

  forget(nodeId: string): void {
    this.#measured.delete(nodeId);
  }

  #fresh(nodeId: string): Measured | undefined {
    const measured = this.#measured.get(nodeId);
    if (measured === undefined) return undefined;
    return this.#clock.monotonicMs() - measured.measuredMs > STALE_MS ? undefined : measured;
  }

  #end(nodeId: string): void {
    const left = this.outstanding(nodeId) - 1;
    if (left > 0) this.#outstanding.set(nodeId, left);
    else this.#outstanding.delete(nodeId);
  }

  #measure(nodeId: string, now: Answered & { readonly responseMs: number }): void {
    const before = this.#fresh(nodeId);
    const average = (old: number | undefined, fresh: number) =>
      old === undefined ? fresh : old + ALPHA * (fresh - old);
    this.#measured.set(nodeId, {
      responseMs: average(before?.responseMs, now.responseMs),
      serviceMs: average(before?.serviceMs, now.serviceMs),
      queue: average(before?.queue, now.queue),
      measuredMs: this.#clock.monotonicMs(),
    });
  }
}
