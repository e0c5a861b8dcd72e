/** Everything an administrator can do, over one store. */
import type { Clock } from '@skein/base';
import type { KeyStore } from '../keys/keystore.js';
import type { AuditEvent } from '../models/audit_event.js';
import { hashOpaque, newOpaque } from '../opaque.js';
import type { PasswordChecker } from '../passwords/password_checker.js';
import type { GrantFilter, Store } from '../store/store.js';
import { ClientAdministration } from './clients.js';
import { KeyAdministration } from './keys.js';
import { checkScopes, illegal } from './registration.js';
import { UserAdministration } from './users.js';

export interface TokenFilter {
  readonly user?: string;
  readonly client?: string;
  readonly family?: string;
}

export interface NewInitialToken {
  /** What the clients it registers may have at most. */
  readonly scopes: readonly string[];
  readonly uses: number;
  readonly lifetimeMs: number;
}

const MOST_USES = 1000;
const LONGEST_INITIAL_MS = 30 * 24 * 3_600_000;

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

  /** The token, shown once: lets a program register clients (RFC 7591). */
  async createInitialToken({ scopes, uses, lifetimeMs }: NewInitialToken): Promise<string> {
    checkScopes(scopes);
    if (!(Number.isInteger(uses) && uses >= 1 && uses <= MOST_USES)) {
      throw illegal(`uses must be between [1] and [${MOST_USES}]`);
    }
    if (!(lifetimeMs > 0 && lifetimeMs <= LONGEST_INITIAL_MS)) {
      throw illegal('an initial access token must end within [30d]');
    }
    const timeMs = this.#clock.nowMs();
    const token = newOpaque();
    const expiresMs = timeMs + lifetimeMs;
    const record = { hash: hashOpaque(token), scopes, usesLeft: uses, expiresMs };
    await this.#store.initialTokens.add(record);
    const detail = scopes.join(' ');
    await this.#store.audit.add({ timeMs, event: 'initial_access_token_created', detail });
    return token;
  }

  auditTail(count: number): Promise<readonly AuditEvent[]> {
    return this.#store.audit.tail(count);
  }
}
