/**
 * Where the authorization service keeps what must survive a restart. What every engine owes is in
 * `store.contract.ts`:
 *
 * - a call that resolved is durable;
 * - an id that is taken is refused (`resource_already_exists_exception`);
 * - claiming (a code, a refresh token, a pending request) is one conditional write: of any number
 *   at once, one wins;
 * - nothing is issued for a grant that is revoked: both are looked at in one transaction.
 */
import type { AuditEvent } from '../models/audit_event.js';
import type { Client } from '../models/client.js';
import type { DeviceCode } from '../models/device_code.js';
import type { AuthorizationCode, Grant, RefreshToken } from '../models/grant.js';
import type { InitialToken } from '../models/initial_token.js';
import type { PendingRequest, Session } from '../models/session.js';
import type { StoredKey } from '../models/signing_key.js';
import type { ThrottlePolicy } from '../models/throttle.js';
import type { Role, User } from '../models/user.js';

export interface ClientStore {
  add(client: Client): Promise<void>;
  get(id: string): Promise<Client | undefined>;
  /** Oldest first. */
  all(): Promise<readonly Client[]>;
  /** By id, those after `after`. */
  page(after: string, size: number): Promise<readonly Client[]>;
  /** `false`: there is no such client. */
  replace(client: Client): Promise<boolean>;
  remove(id: string): Promise<boolean>;
  /** Whether scripts of that origin may call for a client that is not disabled. */
  hasOrigin(origin: string): Promise<boolean>;
}

export interface UserStore {
  /** Refuses an id or a name that is taken. */
  add(user: User): Promise<void>;
  get(id: string): Promise<User | undefined>;
  named(name: string): Promise<User | undefined>;
  all(): Promise<readonly User[]>;
  /** By id, those after `after`. */
  page(after: string, size: number): Promise<readonly User[]>;
  replace(user: User): Promise<boolean>;
  /** How the passwords are hashed, each way once: hashes without salt and key. */
  passwordCosts(): Promise<readonly string[]>;
  /** The same password hashed anew; `false`: it is another one by now. */
  rehash(id: string, before: string, after: string): Promise<boolean>;
  remove(id: string): Promise<boolean>;
  setRole(role: Role): Promise<void>;
  removeRole(name: string): Promise<boolean>;
  /** By name. */
  roles(): Promise<readonly Role[]>;
}

export interface KeyRecordStore {
  /** Refuses a `kid` that is taken, and a second key that follows the same. */
  add(key: StoredKey): Promise<void>;
  /** Oldest first. */
  all(): Promise<readonly StoredKey[]>;
  /** Marks the key as one that no longer verifies anything; `false`: no such key. */
  revoke(kid: string, nowMs: number): Promise<boolean>;
}

/**
 * `won`: this call claimed it. `used`: another did before. `dead`: unknown, expired, or its grant
 * is revoked.
 */
export type ClaimResult = 'won' | 'used' | 'dead';

export interface RevokedToken {
  readonly jti: string;
  readonly expiresMs: number;
  readonly revokedMs: number;
}

/** A place in the order of revocations: by time, then by id. */
export interface RevocationPlace {
  readonly revokedMs: number;
  readonly id: string;
}

/** An access token, by its `jti`, or a family, by the `gid` of its access tokens. */
export interface Revocation extends RevocationPlace {
  readonly kind: 'token' | 'family';
}

export interface GrantFilter {
  readonly id?: string;
  readonly clientId?: string;
  readonly userId?: string;
}

export interface GrantStore {
  add(grant: Grant): Promise<void>;
  get(id: string): Promise<Grant | undefined>;
  /** Grants that still allow something. */
  live(filter: GrantFilter, nowMs: number): Promise<readonly Grant[]>;
  /** All that the filter names must fit; returns how many grants it ended. */
  revoke(filter: GrantFilter, nowMs: number): Promise<number>;
  addCode(code: AuthorizationCode): Promise<void>;
  code(hash: string): Promise<AuthorizationCode | undefined>;
  /** Uses up the code and adds the refresh token it gives, if any, in one transaction. */
  redeemCode(hash: string, nowMs: number, refresh: RefreshToken | undefined): Promise<ClaimResult>;
  refreshToken(hash: string): Promise<RefreshToken | undefined>;
  /** `false`: its grant is revoked. */
  addRefreshToken(token: RefreshToken): Promise<boolean>;
  /** Uses up the token and adds its successor, in one transaction. */
  rotate(hash: string, nowMs: number, successor: RefreshToken): Promise<ClaimResult>;
  /** A token that stays: pushes its end out. */
  extend(hash: string, nowMs: number, expiresMs: number): Promise<ClaimResult>;
  /** Access tokens that are revoked one by one, until they would have expired. */
  revokeToken(token: RevokedToken): Promise<void>;
  isTokenRevoked(jti: string): Promise<boolean>;
  /** What was revoked after that place, oldest first. */
  revocations(after: RevocationPlace, limit: number): Promise<readonly Revocation[]>;
  /**
   * Remembers an identifier that may be used once (a DPoP proof's `jti`); `false`: it was used
   * before.
   */
  useOnce(id: string, expiresMs: number): Promise<boolean>;
}

export interface DeviceStore {
  add(device: DeviceCode): Promise<void>;
  get(hash: string): Promise<DeviceCode | undefined>;
  byUserCode(userCodeHash: string): Promise<DeviceCode | undefined>;
  /** Notes a poll. */
  polled(hash: string, nowMs: number, intervalMs: number): Promise<void>;
  /** From `pending`; `grantId` undefined: denied. `false`: decided before, or expired. */
  decide(hash: string, nowMs: number, grantId: string | undefined): Promise<boolean>;
  /** Uses up an approved device code and adds its refresh token, in one transaction. */
  redeem(hash: string, nowMs: number, refresh: RefreshToken | undefined): Promise<ClaimResult>;
}

export interface SessionStore {
  add(session: Session): Promise<void>;
  get(hash: string): Promise<Session | undefined>;
  seen(hash: string, nowMs: number): Promise<void>;
  remove(hash: string): Promise<void>;
  removeOf(userId: string): Promise<void>;
  addPending(request: PendingRequest): Promise<void>;
  pending(hash: string): Promise<PendingRequest | undefined>;
  /** Takes it away: of any number at once, one gets it. */
  takePending(hash: string): Promise<PendingRequest | undefined>;
}

export interface ThrottleStore {
  /**
   * Counts an attempt under the key. 0: go on. Otherwise the milliseconds to wait, and nothing was
   * counted.
   */
  attempt(key: string, nowMs: number, policy: ThrottlePolicy): Promise<number>;
  /** What `attempt` would say; counts nothing. */
  wait(key: string, nowMs: number, policy: ThrottlePolicy): Promise<number>;
  /** The attempt succeeded. */
  clear(key: string): Promise<void>;
  /** One attempt less: it was none that counts. */
  forgive(key: string): Promise<void>;
  /** Forgets the key and those that begin with it and an `@`. */
  clearAll(key: string): Promise<void>;
}

export interface InitialTokenStore {
  add(token: InitialToken): Promise<void>;
  /** Uses it once; `undefined`: unknown, used up or expired. */
  use(hash: string, nowMs: number): Promise<InitialToken | undefined>;
}

/** An event with its place in the log. */
export interface NumberedAuditEvent extends AuditEvent {
  readonly id: number;
}

export interface AuditStore {
  add(event: AuditEvent): Promise<void>;
  /** Newest first, before the event with the id `before`. */
  page(before: number | undefined, size: number): Promise<readonly NumberedAuditEvent[]>;
  /** Drops some of what is older; returns how many events: 0 when nothing is left of it. */
  drop(olderThanMs: number): Promise<number>;
  /** The newest, oldest of them first. */
  tail(count: number): Promise<readonly AuditEvent[]>;
}

export interface Store {
  readonly clients: ClientStore;
  readonly users: UserStore;
  readonly keys: KeyRecordStore;
  readonly grants: GrantStore;
  readonly devices: DeviceStore;
  readonly sessions: SessionStore;
  readonly throttle: ThrottleStore;
  readonly initialTokens: InitialTokenStore;
  readonly audit: AuditStore;
  /** Forgets some of what has expired; returns how many records: 0 when nothing is left of it. */
  purge(nowMs: number): Promise<number>;
  /**
   * How many pending requests and devices wait for their users; those that have expired may be
   * among them.
   */
  countWaiting(): Promise<number>;
  /** Rejects when nothing can be read. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
