/** Everything an administrator can do, over one store. */
import type { Clock } from '@skein/base';
import type { KeyStore } from '../keys/keystore.js';
import type { AuditEvent } from '../models/audit_event.js';
import type { PasswordChecker } from '../passwords/password_checker.js';
import type { GrantFilter, Store } from '../store/store.js';
import { ClientAdministration } from './clients.js';
import { KeyAdministration } from './keys.js';
import { illegal } from './registration.js';
import { UserAdministration } from './users.js';

export interface TokenFilter {
  readonly user?: string;
  readonly client?: string;
  readonly family?: string;
}

export interface AdministrationOptions {
  readonly store: Store;
  readonly keys: KeyStore;
  readonly clock: Clock;
  readonly passwords: PasswordChecker;
}

export class Administration {
  readonly clients: ClientAdministration;
  readonly users: UserAdministration;
  readonly keys: KeyAdministration;
  readonly #store: Store;
  readonly #clock: Clock;

  constructor({ store, keys, clock, passwords }: AdministrationOptions) {
    this.#store = store;
    this.#clock = clock;
    this.clients = new ClientAdministration(store, clock);
    this.users = new UserAdministration(store, passwords, clock);
    this.keys = new KeyAdministration(store, keys, clock);
  }

  /** Ends what users have allowed; returns how many families. */
  async revokeTokens({ user, client, family }: TokenFilter): Promise<number> {
    const filter: GrantFilter = {
      ...(user === undefined ? {} : { userId: await this.users.idOf(user) }),
      ...(client === undefined ? {} : { clientId: client }),
      ...(family === undefined ? {} : { id: family }),
    };
    if (Object.keys(filter).length === 0) throw illegal('name a user, a client or a family');
    const timeMs = this.#clock.nowMs();
    const count = await this.#store.grants.revoke(filter, timeMs);
    const detail = JSON.stringify({ user, client, family });
    await this.#store.audit.add({ timeMs, event: 'tokens_revoked', detail });
    return count;
  }

  auditTail(count: number): Promise<readonly AuditEvent[]> {
    return this.#store.audit.tail(count);
  }
}
