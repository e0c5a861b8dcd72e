export type { Challenge } from './bearer.js';
export { bearerToken, challengeHeader, dpopToken } from './bearer.js';
export type { DpopProof, DpopRequest } from './dpop.js';
export { checkDpopProof, DPOP_ALGORITHMS, DPOP_WINDOW_SECONDS } from './dpop.js';
export type {
  JwksDocument,
  JwksFetcher,
  KeyCacheOptions,
  SavedKeySet,
  SavedKeys,
} from './key_cache.js';
export { KEYS_RETRY_MS, KeyCache } from './key_cache.js';
export { KeysUnavailable } from './keys_unavailable.js';
export type { GrantedFields, ReadablePart, ReadRestriction } from './read_restriction.js';
export { parseReadRestrictions, readablePart } from './read_restriction.js';
export { type RevokedIds, RevokedTokens } from './revoked_tokens.js';
export type { ClusterLevel, IndexLevel, ManagedFamily } from './scope.js';
export {
  intersectScopes,
  isReading,
  isScopeToken,
  narrowScope,
  parseScopeEntry,
  ScopeSet,
  splitScope,
} from './scope.js';
export { TokenFailure } from './token_failure.js';
export type { TokenVerifierOptions, TrustedIssuer, VerifiedToken } from './token_verifier.js';
export { TokenVerifier } from './token_verifier.js';
