/**
 * Verifies bearer tokens: RFC 9068 access tokens, checked as RFC 8725 demands. Algorithms are fixed
 * by configuration, `typ` must be `at+jwt`, issuer and audience must match, the required claims
 * must be present. A verified token is cached until it expires, so that its signature is verified
 * once.
 */
import { type Clock, textIn } from '@skein/base';
import { decodeJwt, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose';
import type { KeyCache } from './key_cache.js';
import { KeysUnavailable } from './keys_unavailable.js';
import { parseReadRestrictions, type ReadRestriction } from './read_restriction.js';
import type { RevokedTokens } from './revoked_tokens.js';
import { ScopeSet } from './scope.js';
import { TokenFailure } from './token_failure.js';

export interface TrustedIssuer {
  /** The exact `iss`. */
  readonly issuer: string;
  /** A value that `aud` must contain. */
  readonly audience: string;
  readonly algorithms: readonly string[];
  readonly keys: KeyCache;
  /** Tokens revoked before their expiry, if the issuer reports them. */
  readonly revoked?: RevokedTokens;
}

export interface VerifiedToken {
  readonly issuer: string;
  readonly subject: string;
  readonly clientId: string;
  readonly scope: string;
  readonly scopes: ScopeSet;
  /** Absent if all that the scope allows to read is visible. */
  readonly restrictions?: readonly ReadRestriction[];
  readonly tokenId: string;
  /** The family of tokens that are revoked together: the private claim `gid`. */
  readonly familyId?: string;
  /** Seconds since the epoch. */
  readonly expiresAt: number;
  /**
   * Thumbprint of the key that the token is bound to (RFC 9449 §6.1); the token requires a proof
   * made with it.
   */
  readonly dpopThumbprint?: string;
}

export interface TokenVerifierOptions {
  readonly issuers: readonly TrustedIssuer[];
  readonly clock: Clock;
  /** Permitted clock difference in seconds. */
  readonly leewaySeconds?: number;
  readonly cacheSize?: number;
}

const LONGEST_TOKEN = 8192;
const REQUIRED_CLAIMS = ['exp', 'iat', 'sub', 'client_id', 'jti'];

export class TokenVerifier {
  readonly #options: Required<TokenVerifierOptions>;
  /** Verified tokens, oldest first. */
  readonly #verified = new Map<string, VerifiedToken>();

  constructor(options: TokenVerifierOptions) {
    this.#options = { leewaySeconds: 5, cacheSize: 10_000, ...options };
  }

  /**
   * A token that was verified before and has not expired; if undefined, call `verify`.
   * `thumbprint`: of the key in the request's proof; a bound token requires it.
   */
  known(token: string, thumbprint?: string): VerifiedToken | undefined {
    const verified = this.#verified.get(token);
    if (!verified || verified.dpopThumbprint !== thumbprint) return undefined;
    if (verified.expiresAt + this.#options.leewaySeconds > this.#options.clock.nowMs() / 1000)
      return verified;
    this.#verified.delete(token);
    return undefined;
  }

  /**
   * Rejects with a TokenFailure; also if the token is bound to another key than `thumbprint`, or
   * only one of the two is present.
   */
  async verify(token: string, thumbprint?: string): Promise<VerifiedToken> {
    const known = this.known(token, thumbprint);
    if (known) return known;
    if (token.length > LONGEST_TOKEN) throw new TokenFailure('the token is too long');
    const verified = await this.#check(token);
    if (verified.dpopThumbprint !== thumbprint) {
      throw new TokenFailure(
        'the token is bound to a key, and the request does not prove to hold it',
      );
    }
    this.#remember(token, verified);
    return verified;
  }

  /** Call it when an issuer has revoked tokens: removes those from the cache. */
  forgetRevoked(): void {
    const revoked = new Map(this.#options.issuers.map((one) => [one.issuer, one.revoked]));
    for (const [token, verified] of this.#verified) {
      if (revoked.get(verified.issuer)?.has(verified)) this.#verified.delete(token);
    }
  }

  async #check(token: string): Promise<VerifiedToken> {
    try {
      const issuer = this.#issuerOf(token);
      const { payload } = await jwtVerify(
        token,
        ({ kid, alg }) => {
          if (kid === undefined) throw new TokenFailure('the token names no key');
          return issuer.keys.key(kid, alg);
        },
        {
          issuer: issuer.issuer,
          audience: issuer.audience,
          algorithms: [...issuer.algorithms],
          typ: 'at+jwt',
          requiredClaims: REQUIRED_CLAIMS,
          clockTolerance: this.#options.leewaySeconds,
          currentDate: dateAt(this.#options.clock),
        },
      );
      this.#checkIssuedAt(payload);
      const verified = identityOf(issuer.issuer, payload);
      if (issuer.revoked?.has(verified)) throw new TokenFailure('the token was revoked');
      return verified;
    } catch (error) {
      throw asTokenFailure(error);
    }
  }

  /** The issuer that the token claims. No claim is trusted before the signature is verified. */
  #issuerOf(token: string): TrustedIssuer {
    const { iss } = decodeJwt(token);
    const header = decodeProtectedHeader(token);
    if (header.crit !== undefined) throw new TokenFailure('the token has critical extensions');
    const issuer = this.#options.issuers.find((candidate) => candidate.issuer === iss);
    if (!issuer) throw new TokenFailure('the token is from an issuer that is not trusted');
    return issuer;
  }

  /** The library checks `iat` only if a maximum age is set. */
  #checkIssuedAt({ iat }: JWTPayload): void {
    const latest = this.#options.clock.nowMs() / 1000 + this.#options.leewaySeconds;
    if (iat === undefined || iat <= latest) return;
    throw new TokenFailure('the token was issued in the future');
  }

  #remember(token: string, verified: VerifiedToken): void {
    if (this.#verified.size >= this.#options.cacheSize) {
      const oldest = this.#verified.keys().next();
      if (!oldest.done) this.#verified.delete(oldest.value);
    }
    this.#verified.set(token, verified);
  }
}

function identityOf(issuer: string, payload: JWTPayload): VerifiedToken {
  const { sub, jti, exp, client_id: clientId, scope = '' } = payload;
  if ([sub, jti, clientId].includes('')) throw new TokenFailure('a claim of the token is empty');
  if (
    typeof sub !== 'string' ||
    typeof jti !== 'string' ||
    typeof clientId !== 'string' ||
    typeof scope !== 'string' ||
    typeof exp !== 'number'
  ) {
    throw new TokenFailure('a claim of the token has the wrong type');
  }
  return {
    issuer,
    subject: sub,
    clientId,
    scope,
    scopes: new ScopeSet(scope),
    tokenId: jti,
    ...(typeof payload.gid === 'string' ? { familyId: payload.gid } : {}),
    expiresAt: exp,
    ...restrictionsOf(payload.read_restrictions),
    ...boundKey(payload.cnf),
  };
}

function restrictionsOf(claim: unknown): Pick<VerifiedToken, 'restrictions'> {
  const restrictions = parseReadRestrictions(claim);
  return restrictions === undefined ? {} : { restrictions };
}

/** Only DPoP confirmation is supported, so tokens with other methods are refused. */
function boundKey(cnf: unknown): Pick<VerifiedToken, 'dpopThumbprint'> {
  if (cnf === undefined) return {};
  const jkt = textIn(cnf, 'jkt');
  if (jkt !== undefined) return { dpopThumbprint: jkt };
  throw new TokenFailure('the token is bound in a way that is not supported');
}

/** Converts jose's error codes to messages without any part of the token. */
function asTokenFailure(error: unknown): TokenFailure | KeysUnavailable {
  if (error instanceof TokenFailure || error instanceof KeysUnavailable) return error;
  if (error instanceof errors.JWTExpired) return new TokenFailure('the token has expired');
  if (error instanceof errors.JWTClaimValidationFailed) {
    return new TokenFailure(`the token's claim [${error.claim}] is missing or does not fit`);
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) {
    return new TokenFailure('the signature of the token is wrong');
  }
  if (error instanceof errors.JOSEAlgNotAllowed) {
    return new TokenFailure('the token is signed with an algorithm that is not accepted');
  }
  return new TokenFailure('the token is malformed');
}

function dateAt(clock: Clock): Date {
  return new Date(clock.nowMs());
}
