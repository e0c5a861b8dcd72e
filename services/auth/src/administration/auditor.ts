/** Records all changes by administrators in the audit log. */
import type { Clock } from '@skein/base';
import type { AuditEvent } from '../models/audit_event.js';
import type { Store } from '../store/store.js';

export class Auditor {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #actor: string;

  constructor({ store, clock, actor }: { store: Store; clock: Clock; actor: string }) {
    this.#store = store;
    this.#clock = clock;
    this.#actor = actor;
  }

  async record(event: Omit<AuditEvent, 'timeMs' | 'actor'>): Promise<void> {
    await this.#store.audit.add({ ...event, timeMs: this.#clock.nowMs(), actor: this.#actor });
  }
}
