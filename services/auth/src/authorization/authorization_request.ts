/**
 * A validated authorization request (RFC 6749 §4.1.1). Plain data, stored as JSON while the user
 * decides.
 */
export type Prompt = 'none' | 'login' | 'consent';

export interface AuthorizationRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  /** True if it was in the request; it must then be repeated at the token endpoint (§4.1.3). */
  readonly redirectUriGiven: boolean;
  readonly responseType: string;
  readonly scopes: readonly string[];
  readonly state?: string;
  readonly codeChallenge?: string;
  readonly challengeMethod?: 'S256' | 'plain';
  readonly prompts: readonly Prompt[];
  readonly maxAgeSeconds?: number;
  readonly dpopThumbprint?: string;
}

/** The redirect target, known before the rest is checked. */
export type AnswerTarget = Pick<AuthorizationRequest, 'redirectUri' | 'state'> & {
  /** Implicit responses are in the fragment, which servers never see (RFC 6749 §4.2.2). */
  readonly inFragment: boolean;
};
