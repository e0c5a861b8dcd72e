/** Authentication and authorization of requests. */
import type { ApiError } from '@skein/errors';
import type { RequestHead } from '@skein/http';
import type { ReadRestriction } from '@skein/oauth';
import type { NamedPrivilege, Privilege } from './privilege.js';

/** The origin of a request. Open mode has one identity that may do everything. */
export interface Identity {
  readonly subject: string;
  readonly clientId: string | undefined;
  /** The token's scope entries; `undefined` in open mode. */
  readonly scope: readonly string[] | undefined;
  /** The issuer: `iss` of the token. */
  readonly issuer?: string;
  /**
   * Restrictions on the visible part of readable indices; absent if all is visible. See
   * `visibility.ts`.
   */
  readonly restrictions?: readonly ReadRestriction[];
}

/** The status and reason of a refusal. */
export type Refusal = Pick<ApiError, 'status' | 'reason'>;

/**
 * The part of a request that authentication reads: its headers, and the input of a proof of
 * possession.
 */
export type Credentials = Pick<RequestHead, 'method' | 'target' | 'headers'>;

/**
 * The metadata that a client needs to get a token if it knows only the node's address (RFC 9728).
 */
export interface ProtectedResource {
  /** The node's address, if it is configured. */
  readonly resource: string | undefined;
  readonly issuers: readonly string[];
}

/**
 * Rejections are ApiErrors `security_exception`: 401 with `WWW-Authenticate: Bearer …` if there is
 * no valid token, 403 `insufficient_scope` if the token's scope is insufficient.
 */
export interface Security {
  /** Undefined in open mode. */
  readonly resource: ProtectedResource | undefined;
  /**
   * Throws if the request must not change anything, regardless of its sender. Called only for
   * requests that would.
   */
  checkMayChange(request: Credentials): void;
  /**
   * The caller of a request. `privilege` is the privilege of the endpoint; `public` endpoints are
   * never refused.
   */
  authenticate(credentials: Credentials, privilege: Privilege): Promise<Identity> | Identity;
  /**
   * Reports that a request, or its item with that number from 0, was answered with a
   * `security_exception`.
   */
  refused(request: Credentials, refusal: Refusal, item?: number): void;
  /**
   * Throws unless the identity can have the privilege at all (for index families, on some index).
   */
  authorize(identity: Identity, privilege: Privilege): void;
  /** Throws unless the identity has the privilege on every one of the concrete indices. */
  authorizeIndices(identity: Identity, privilege: NamedPrivilege, indices: readonly string[]): void;
  /** The indices of a wildcard expression that the identity may use: wildcards silently shrink. */
  filterIndices(
    identity: Identity,
    privilege: NamedPrivilege,
    indices: readonly string[],
  ): readonly string[];
}
