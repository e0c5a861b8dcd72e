/** Who asks, and what they may. */
import type { ApiError } from '@skein/errors';
import type { RequestHead } from '@skein/http';
import type { ReadRestriction } from '@skein/oauth';
import type { NamedPrivilege, Privilege } from './privilege.js';

/** Who a request comes from. Open mode has one identity that may do everything. */
export interface Identity {
  readonly subject: string;
  readonly clientId: string | undefined;
  /** The token's scope entries; `undefined` in open mode. */
  readonly scope: readonly string[] | undefined;
  /** Who vouches for it: `iss` of the token. */
  readonly issuer?: string;
  /** What of the indices that may be read can be seen; absent: all of them. See `visibility.ts`. */
  readonly restrictions?: readonly ReadRestriction[];
}

/** What the answer says. */
export type Refusal = Pick<ApiError, 'status' | 'reason'>;

/**
 * The part of a request that identity is read from: its headers, and what a proof of possession is
 * made over.
 */
export type Credentials = Pick<RequestHead, 'method' | 'target' | 'headers'>;

/** What a client that knows nothing but the node's address needs to get a token (RFC 9728). */
export interface ProtectedResource {
  /** The node's address, where it is configured. */
  readonly resource: string | undefined;
  readonly issuers: readonly string[];
}

/**
 * Rejections are ApiErrors `security_exception`: 401 with `WWW-Authenticate: Bearer …` when there
 * is no valid token, 403 `insufficient_scope` when the token does not reach.
 */
export interface Security {
  /** `undefined` in open mode. */
  readonly resource: ProtectedResource | undefined;
  /**
   * Throws when the request may change nothing, whoever sends it; asked only of requests that
   * would.
   */
  checkMayChange(request: Credentials): void;
  /**
   * The caller of a request. `privilege` is what the endpoint needs: `public` ones are never
   * refused.
   */
  authenticate(credentials: Credentials, privilege: Privilege): Promise<Identity> | Identity;
  /**
   * A request, or the item of it with that number from 0, was answered with a `security_exception`:
   * for those who watch over the node.
   */
  refused(request: Credentials, refusal: Refusal, item?: number): void;
  /**
   * Throws unless the identity can have the privilege at all (on some index, for the index
   * families).
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
