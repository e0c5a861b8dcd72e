/**
 * Bearer tokens: the signature authenticates the caller, the scope authorizes it
 * (docs/AUTHORIZATION.md). Index names are checked after they are resolved: a named index without
 * the privilege is a 403 whether it exists or not; wildcards match only permitted indices.
 */
import type { ApiError } from '@skein/errors';
import {
  bearerToken,
  type Challenge,
  DPOP_ALGORITHMS,
  dpopToken,
  KeysUnavailable,
  ScopeSet,
  TokenFailure,
  type TokenVerifier,
  type VerifiedToken,
} from '@skein/oauth';
import type { Credentials, Identity, ProtectedResource, Refusal, Security } from './contract.js';
import { type NamedPrivilege, type Privilege, privilegeParts } from './privilege.js';
import { NonceNeeded, type Proofs } from './proofs.js';
import { forbidden, unauthorized, unavailable } from './refusal.js';
import type { RefusalLog } from './refusal_log.js';
import { SYSTEM_IDENTITY } from './system_identity.js';

const ANONYMOUS: Identity = { subject: '_anonymous', clientId: undefined, scope: [] };

interface TokenSecurityOptions {
  readonly verifier: TokenVerifier;
  readonly proofs: Proofs;
  readonly resource: ProtectedResource;
  /** Undefined if refusals are not logged. */
  readonly refusals: RefusalLog | undefined;
}

export class TokenSecurity implements Security {
  readonly resource: ProtectedResource;
  readonly #verifier: TokenVerifier;
  readonly #proofs: Proofs;
  readonly #refusals: RefusalLog | undefined;
  /** The identity of a verified token, for as long as the verifier remembers the token. */
  readonly #identities = new WeakMap<VerifiedToken, Identity>();
  /** The parsed scope of each identity. */
  readonly #scopes = new WeakMap<Identity, ScopeSet>();

  constructor({ verifier, proofs, resource, refusals }: TokenSecurityOptions) {
    this.#verifier = verifier;
    this.#proofs = proofs;
    this.#refusals = refusals;
    this.resource = resource;
  }

  /**
   * Allows all requests. Open mode refuses changes by foreign web pages here; with tokens this is
   * not necessary, because a browser adds no token to a page's request by itself.
   */
  checkMayChange(): void {}

  /** Synchronous for a bearer token that was verified before. */
  authenticate(request: Credentials, privilege: Privilege): Identity | Promise<Identity> {
    if (privilege === 'public') return ANONYMOUS;
    const { authorization } = request.headers;
    const token = bearerToken(authorization);
    if (typeof token === 'string') return this.#identify(token);
    const bound = dpopToken(authorization);
    if (bound !== undefined) return this.#identifyBound(request, bound);
    throw this.#withoutToken(authorization);
  }

  /**
   * A header of another scheme (Basic, ApiKey) is not supported: the challenge names the supported
   * ones (RFC 9110 §11.6.1). A Bearer or DPoP header without a token is malformed (RFC 6750 §3.1).
   */
  #withoutToken(authorization: string | undefined): ApiError {
    const reason =
      authorization === undefined
        ? 'missing authentication credentials: a bearer token is required'
        : 'the Authorization header must be [Bearer <token>] or [DPoP <token>]';
    const [, scheme = ''] = /^\s*(bearer|dpop)(?:\s|$)/i.exec(authorization ?? '') ?? [];
    if (scheme === '') return unauthorized(reason, this.#where());
    const isBound = scheme.toLowerCase() === 'dpop';
    const bound = isBound ? { scheme: 'DPoP' as const, algs: DPOP_ALGORITHMS.join(' ') } : {};
    return unauthorized(reason, { ...bound, error: 'invalid_request', ...this.#where() });
  }

  refused(request: Credentials, refusal: Refusal, item?: number): void {
    this.#refusals?.write(request, refusal, item);
  }

  authorize(identity: Identity, privilege: Privilege): void {
    if (privilege === 'public' || privilege === 'authenticated') return;
    if (identity === SYSTEM_IDENTITY) return;
    const scopes = this.#scopesOf(identity);
    if (typeof privilege === 'string') {
      if (!allowsSomewhere(scopes, privilege)) throw forbidden(identity, [privilege]);
    } else if ('anyOf' in privilege) {
      if (!privilege.anyOf.some((one) => allowsSomewhere(scopes, one))) {
        throw forbidden(identity, privilege.anyOf);
      }
    } else {
      const missing = privilege.everyOf.filter((one) => !allowsSomewhere(scopes, one));
      if (missing.length > 0) throw forbidden(identity, missing);
    }
  }

  authorizeIndices(
    identity: Identity,
    privilege: NamedPrivilege,
    indices: readonly string[],
  ): void {
    if (identity === SYSTEM_IDENTITY) return;
    const scopes = this.#scopesOf(identity);
    const refused = indices.find((index) => !allows(scopes, privilege, index));
    if (refused !== undefined) throw forbidden(identity, [privilege], refused);
  }

  filterIndices(
    identity: Identity,
    privilege: NamedPrivilege,
    indices: readonly string[],
  ): readonly string[] {
    if (identity === SYSTEM_IDENTITY) return indices;
    const scopes = this.#scopesOf(identity);
    return indices.filter((index) => allows(scopes, privilege, index));
  }

  #identify(token: string): Identity | Promise<Identity> {
    const known = this.#verifier.known(token);
    if (known !== undefined) return this.#identityOf(known);
    return this.#verifier
      .verify(token)
      .then((verified) => this.#identityOf(verified))
      .catch((error: unknown) => this.#refuse(error, { error: 'invalid_token' }));
  }

  /** Checks the proof before the token, so that a token without its proof costs no verification. */
  async #identifyBound(request: Credentials, token: string): Promise<Identity> {
    const algs = DPOP_ALGORITHMS.join(' ');
    const scheme = 'DPoP';
    const thumbprint = await this.#proofs
      .check(request, token)
      .catch((error: unknown) => this.#refuseProof(error, { scheme, algs }));
    return this.#verifier
      .verify(token, thumbprint)
      .then((verified) => this.#identityOf(verified))
      .catch((error: unknown) => this.#refuse(error, { scheme, error: 'invalid_token', algs }));
  }

  #refuseProof(error: unknown, details: Pick<Challenge, 'scheme' | 'algs'>): never {
    if (!(error instanceof NonceNeeded)) {
      return this.#refuse(error, { ...details, error: 'invalid_dpop_proof' });
    }
    const challenge = { ...details, error: 'use_dpop_nonce' as const, ...this.#where() };
    throw unauthorized(error.message, challenge, { 'DPoP-Nonce': error.nonce });
  }

  #refuse(error: unknown, details: Omit<Challenge, 'realm'>): never {
    if (error instanceof TokenFailure) {
      throw unauthorized(error.message, { ...details, ...this.#where() });
    }
    if (error instanceof KeysUnavailable) throw unavailable(error.message);
    throw error;
  }

  /** The address where a client learns which issuer to ask for a token. */
  #where(): Pick<Challenge, 'resourceMetadata'> {
    const { resource } = this.resource;
    return resource === undefined
      ? {}
      : { resourceMetadata: `${resource}/.well-known/oauth-protected-resource` };
  }

  #identityOf(verified: VerifiedToken): Identity {
    const known = this.#identities.get(verified);
    if (known !== undefined) return known;
    const { subject, clientId, scope, scopes, issuer, restrictions } = verified;
    const restricted = restrictions === undefined ? {} : { restrictions };
    const identity = { subject, clientId, scope: scope.split(' '), issuer, ...restricted };
    this.#identities.set(verified, identity);
    this.#scopes.set(identity, scopes);
    return identity;
  }

  #scopesOf(identity: Identity): ScopeSet {
    return this.#scopes.get(identity) ?? new ScopeSet((identity.scope ?? []).join(' '));
  }
}

/** True if the scope allows it: for index families on this index, for the others anywhere. */
function allows(scopes: ScopeSet, privilege: NamedPrivilege, index: string): boolean {
  const parts = privilegeParts(privilege);
  if (parts.family === 'indices') return scopes.allowsIndex(parts.level, index);
  return allowsSomewhere(scopes, privilege);
}

/** True if the scope allows it at all: for index families on any index. */
function allowsSomewhere(scopes: ScopeSet, privilege: NamedPrivilege): boolean {
  const parts = privilegeParts(privilege);
  switch (parts.family) {
    case 'cluster':
      return scopes.allowsCluster(parts.level);
    case 'indices':
      return scopes.allowsSomeIndex(parts.level);
    case 'security':
      return scopes.allowsSecurity(parts.level);
    default:
      return scopes.allowsManaging(parts.family);
  }
}
