/**
 * Decides whether a node requires tokens. Beyond loopback this must be configured: with an issuer
 * it requires tokens, with `security.enabled: false` it is open, with neither it does not start. On
 * loopback alone, without an issuer, it is open.
 */
import { ApiError } from '@skein/errors';

export type AccessMode =
  /** Every request needs a token. */
  | 'tokens'
  /** Open because the operator configured it. */
  | 'open'
  /** Open because only this machine can reach it; logged once at start. */
  | 'open_on_loopback';

export interface AccessFacts {
  /** `security.enabled`, if set. */
  readonly enabled: boolean | undefined;
  readonly hasIssuer: boolean;
  readonly onLoopbackOnly: boolean;
}

export function accessMode(facts: AccessFacts): AccessMode {
  if (facts.enabled === false) return 'open';
  if (facts.hasIssuer) return 'tokens';
  if (facts.enabled === true) {
    throw new ApiError(
      'settings_exception',
      '[security.enabled] is true but no issuer of tokens is configured: set [security.oauth2.issuers.NAME.url]',
    );
  }
  if (facts.onLoopbackOnly) return 'open_on_loopback';
  throw new ApiError(
    'settings_exception',
    'the node would listen beyond loopback without security: set [security.oauth2.issuers.NAME.url], or [security.enabled] to false to run open',
  );
}
