/**
 * An authorization request (RFC 6749 §4.1.1) after all checks. Plain data: kept as JSON while the
 * user decides.
 */
export type Prompt = 'none' | 'login' | 'consent';

export interface AuthorizationRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  /** Whether it stood in the request; then it must be repeated at the token endpoint (§4.1.3). */
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

/** Where answers go, known before the rest is checked. */
export type AnswerTarget = Pick<AuthorizationRequest, 'redirectUri' | 'state'> & {
  /** Implicit answers stand behind the `#`, where no server sees them (RFC 6749 §4.2.2). */
  readonly inFragment: boolean;
};
