/**
 * The health of other nodes in the log. Suspicion is the machine's doubt: it comes and goes many
 * times while a node is down or slow, and most of it is unfounded. Only what outlasts it is told: a
 * node that is unreachable, and one that is back.
 */
import type { Log } from '@skein/base';
import type { MemberStatus } from '@skein/cluster';

export class HealthLog {
  readonly #log: Log;
  readonly #unreachable = new Set<string>();

  constructor(log: Log) {
    this.#log = log;
  }

  became(nodeId: string, status: MemberStatus): void {
    this.#log.debug('health of a node', { nodeId, status });
    if (status === 'unreachable' && !this.#unreachable.has(nodeId)) {
      this.#unreachable.add(nodeId);
      this.#log.warn('a node is unreachable', { nodeId });
    } else if (status === 'alive' && this.#unreachable.delete(nodeId)) {
      this.#log.info('a node is reachable again', { nodeId });
    }
  }

  /** It is not a member any more: should it come back, it is a new one. */
  forgotten(nodeId: string): void {
    this.#unreachable.delete(nodeId);
  }
}
