/** All operations of an administrator, over one store. */
import type { Clock } from '@skein/base';
import type { KeyStore } from '../keys/keystore.js';
import type { AuditEvent } from '../models/audit_event.js';
import type { Grant } from '../models/grant.js';
import { hashOpaque, newOpaque } from '../opaque.js';
import type { PasswordChecker } from '../passwords/password_checker.js';
import type { GrantFilter, NumberedAuditEvent, Store } from '../store/store.js';
import { Auditor } from './auditor.js';
import { ClientAdministration } from './clients.js';
import { KeyAdministration } from './keys.js';
import { checkScopes, illegal } from './registration.js';
import { UserAdministration } from './users.js';

export interface TokenFilter {
  /** Name of the user. */
  readonly user?: string | undefined;
  readonly client?: string | undefined;
  readonly family?: string | undefined;
}

interface NewInitialToken {
  /** The most that the registered clients may have. */
  readonly scopes: readonly string[];
  readonly uses: number;
  readonly lifetimeMs: number;
}

const MOST_USES = 1000;
const LONGEST_INITIAL_MS = 30 * 24 * 3_600_000;

interface AdministrationOptions {
  readonly store: Store;
  readonly keys: KeyStore;
  readonly clock: Clock;
  readonly passwords: PasswordChecker;
  /** The actor recorded in the audit log. */
  readonly actor: string;
}

export class Administration {
  readonly clients: ClientAdministration;
  readonly users: UserAdministration;
  readonly keys: KeyAdministration;
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #auditor: Auditor;

  constructor({ store, keys, clock, passwords, actor }: AdministrationOptions) {
    const auditor = new Auditor({ store, clock, actor });
    this.#store = store;
    this.#clock = clock;
    this.#auditor = auditor;
    this.clients = new ClientAdministration({ store, clock, auditor });
    this.users = new UserAdministration({ store, passwords, clock, auditor });
    this.keys = new KeyAdministration({ store, keys, clock, auditor });
  }

  /** Revokes users' grants; returns the number of families. */
  async revokeTokens({ user, client, family }: TokenFilter): Promise<number> {
    const filter = await this.#grantFilter({ user, client, family });
    if (Object.keys(filter).length === 0) throw illegal('name a user, a client or a family');
    const count = await this.#store.grants.revoke(filter, this.#clock.nowMs());
    const detail = JSON.stringify({ user, client, family });
    await this.#auditor.record({ event: 'tokens_revoked', detail });
    return count;
  }

  /** Users' grants that are still valid, newest first. */
  async liveGrants({ user, client, family }: TokenFilter): Promise<readonly ShownGrant[]> {
    const grants = await this.#store.grants.live(
      await this.#grantFilter({ user, client, family }),
      this.#clock.nowMs(),
    );
    return grants.toSorted((a, b) => b.createdMs - a.createdMs).map(shownGrant);
  }

  /** Creates a token that lets a program register clients (RFC 7591); it is shown only once. */
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
    await this.#auditor.record({ event: 'initial_access_token_created', detail });
    return token;
  }

  auditTail(count: number): Promise<readonly AuditEvent[]> {
    return this.#store.audit.tail(count);
  }

  /** Newest first. */
  auditPage(before: number | undefined, size: number): Promise<readonly NumberedAuditEvent[]> {
    return this.#store.audit.page(before, size);
  }

  /**
   * Creates the first user, with all rights and a random password that is shown only once. Refused
   * if the name exists, so that it cannot be used to get in later; the role then stays as it is.
   */
  async init(userName: string): Promise<{ readonly user: string; readonly password: string }> {
    await this.users.checkFree(userName);
    await this.users.setRole({ name: 'administrators', scopes: EVERYTHING });
    const password = newOpaque();
    const { name } = await this.users.add(userName, password, ['administrators']);
    return { user: name, password };
  }

  async #grantFilter({ user, client, family }: TokenFilter): Promise<GrantFilter> {
    return {
      ...(user === undefined ? {} : { userId: await this.users.idOf(user) }),
      ...(client === undefined ? {} : { clientId: client }),
      ...(family === undefined ? {} : { id: family }),
    };
  }
}

const EVERYTHING = [
  'cluster:all',
  'indices:all:*',
  'pipelines:manage',
  'templates:manage',
  'scripts:manage',
  'snapshots:manage',
  'tasks:manage',
  'security:manage',
];

export interface ShownGrant {
  readonly family: string;
  readonly client_id: string;
  readonly user_id: string;
  readonly scope: string;
  readonly created: string;
  readonly expires: string;
}

function shownGrant({ id, clientId, userId, scopes, createdMs, expiresMs }: Grant): ShownGrant {
  return {
    family: id,
    client_id: clientId,
    user_id: userId,
    scope: scopes.join(' '),
    created: new Date(createdMs).toISOString(),
    expires: new Date(expiresMs).toISOString(),
  };
}
