/**
 * Logs the health of other nodes. Suspicion is internal to the state machine: it comes and goes
 * many times while a node is down or slow, and is mostly unfounded. Only lasting changes are
 * logged: a node becomes unreachable, or is back.
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
    this.#log.debug('node health changed', { nodeId, status });
    if (status === 'unreachable' && !this.#unreachable.has(nodeId)) {
      this.#unreachable.add(nodeId);
      this.#log.warn('node is unreachable', { nodeId });
    } else if (status === 'alive' && this.#unreachable.delete(nodeId)) {
      this.#log.info('node is reachable again', { nodeId });
    }
  }

  /** Forgets a node that is no longer a member; if it comes back, it is new. */
  forgotten(nodeId: string): void {
    this.#unreachable.delete(nodeId);
  }
}
