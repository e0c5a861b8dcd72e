/**
 * The persistent store of the authorization service. Every engine must pass `store.contract.ts`:
 *
 * - A resolved call is durable.
 * - An existing id is refused (`resource_already_exists_exception`).
 * - A claim (of a code, a refresh token, a pending request) is one conditional write: of any number
 *   of concurrent ones, one wins.
 * - Nothing is issued for a revoked grant: both are checked in one transaction.
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

export type StoredClientChange = Partial<
  Omit<Client, 'id' | 'type' | 'registration' | 'createdMs'>
>;
export type UserChange = Partial<Pick<User, 'passwordHash' | 'roles' | 'disabled'>>;

export interface ClientStore {
  add(client: Client): Promise<void>;
  get(id: string): Promise<Client | undefined>;
  /** Oldest first. */
  all(): Promise<readonly Client[]>;
  /** Clients with ids after `after`, by id. */
  page(after: string, size: number): Promise<readonly Client[]>;
  /**
   * Sets the members that the change has, and no other, which may be changed at the same time.
   * False if there is no such client.
   */
  change(id: string, change: StoredClientChange): Promise<boolean>;
  remove(id: string): Promise<boolean>;
  /** True if scripts of that origin may call for an enabled client. */
  hasOrigin(origin: string): Promise<boolean>;
}

export interface UserStore {
  /** Refuses an existing id or name. */
  add(user: User): Promise<void>;
  get(id: string): Promise<User | undefined>;
  named(name: string): Promise<User | undefined>;
  all(): Promise<readonly User[]>;
  /** Users with ids after `after`, by id. */
  page(after: string, size: number): Promise<readonly User[]>;
  /** Like that of clients. */
  change(id: string, change: UserChange): Promise<boolean>;
  /** The distinct costs of stored password hashes: hashes without salt and key. */
  passwordCosts(): Promise<readonly string[]>;
  /** Replaces the hash of the same password; false if the password has changed meanwhile. */
  rehash(id: string, before: string, after: string): Promise<boolean>;
  remove(id: string): Promise<boolean>;
  setRole(role: Role): Promise<void>;
  removeRole(name: string): Promise<boolean>;
  /** Sorted by name. */
  roles(): Promise<readonly Role[]>;
}

export interface KeyRecordStore {
  /** Refuses an existing `kid`, and a second successor of the same key. */
  add(key: StoredKey): Promise<void>;
  /** Oldest first. */
  all(): Promise<readonly StoredKey[]>;
  /** Marks the key as revoked; false if there is no such key. */
  revoke(kid: string, nowMs: number): Promise<boolean>;
}

/**
 * `won`: this call claimed it. `used`: an earlier call did. `dead`: it is unknown, expired, or its
 * grant is revoked.
 */
export type ClaimResult = 'won' | 'used' | 'dead';

export interface RevokedToken {
  readonly jti: string;
  readonly expiresMs: number;
  readonly revokedMs: number;
}

/** A position in the order of revocations: by time, then by id. */
export interface RevocationPlace {
  readonly revokedMs: number;
  readonly id: string;
}

/** A revoked access token, by its `jti`, or family, by the `gid` of its access tokens. */
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
  /** Grants that are still valid. */
  live(filter: GrantFilter, nowMs: number): Promise<readonly Grant[]>;
  /** Revokes the grants that match all given fields; returns their number. */
  revoke(filter: GrantFilter, nowMs: number): Promise<number>;
  addCode(code: AuthorizationCode): Promise<void>;
  code(hash: string): Promise<AuthorizationCode | undefined>;
  /** Uses up the code and adds its refresh token, if any, in one transaction. */
  redeemCode(hash: string, nowMs: number, refresh: RefreshToken | undefined): Promise<ClaimResult>;
  refreshToken(hash: string): Promise<RefreshToken | undefined>;
  /** False if its grant is revoked. */
  addRefreshToken(token: RefreshToken): Promise<boolean>;
  /** Uses up the token and adds its successor, in one transaction. */
  rotate(hash: string, nowMs: number, successor: RefreshToken): Promise<ClaimResult>;
  /** For a stable token: extends its expiry. */
  extend(hash: string, nowMs: number, expiresMs: number): Promise<ClaimResult>;
  /** Records an individually revoked access token, until it would have expired. */
  revokeToken(token: RevokedToken): Promise<void>;
  isTokenRevoked(jti: string): Promise<boolean>;
  /** Revocations after that position, oldest first. */
  revocations(after: RevocationPlace, limit: number): Promise<readonly Revocation[]>;
  /**
   * Remembers an identifier that may be used once (a DPoP proof's `jti`); false if it was used
   * before.
   */
  useOnce(id: string, expiresMs: number): Promise<boolean>;
}

export interface DeviceStore {
  add(device: DeviceCode): Promise<void>;
  get(hash: string): Promise<DeviceCode | undefined>;
  byUserCode(userCodeHash: string): Promise<DeviceCode | undefined>;
  /** Records a poll. */
  polled(hash: string, nowMs: number, intervalMs: number): Promise<void>;
  /**
   * Decides a `pending` code; denies it if `grantId` is undefined. False if it was decided before,
   * or has expired.
   */
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
  /** Removes and returns it: of any number of concurrent calls, one gets it. */
  takePending(hash: string): Promise<PendingRequest | undefined>;
}

export interface ThrottleStore {
  /**
   * Counts an attempt under the key and returns 0. Otherwise returns the milliseconds to wait, and
   * counts nothing.
   */
  attempt(key: string, nowMs: number, policy: ThrottlePolicy): Promise<number>;
  /** The result that `attempt` would have, without counting. */
  wait(key: string, nowMs: number, policy: ThrottlePolicy): Promise<number>;
  /** Resets the count, because the attempt succeeded. */
  clear(key: string): Promise<void>;
  /** Uncounts one attempt. */
  forgive(key: string): Promise<void>;
  /** Resets the key and those that begin with it and an `@`. */
  clearAll(key: string): Promise<void>;
}

export interface InitialTokenStore {
  add(token: InitialToken): Promise<void>;
  /** Uses it once; undefined if it is unknown, used up or expired. */
  use(hash: string, nowMs: number): Promise<InitialToken | undefined>;
}

/** An event with its number in the log. */
export interface NumberedAuditEvent extends AuditEvent {
  readonly id: number;
}

export interface AuditStore {
  add(event: AuditEvent): Promise<void>;
  /** Newest first, before the event with the id `before`. */
  page(before: number | undefined, size: number): Promise<readonly NumberedAuditEvent[]>;
  /** Deletes some of the older events; returns their number, 0 when none is left. */
  drop(olderThanMs: number): Promise<number>;
  /** The newest events, in ascending order. */
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
  /** Deletes some of the expired records; returns their number, 0 when none is left. */
  purge(nowMs: number): Promise<number>;
  /** Number of pending requests and devices; expired ones may be included. */
  countWaiting(): Promise<number>;
  /** Rejects if the store cannot be read. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
