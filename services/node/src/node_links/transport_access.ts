/**
 * Who may talk to this node as a node. Whoever may is trusted with everything, so the rule is strict: beyond loopback talk is encrypted
 * and proved, and where requests need tokens no process of this machine joins without a proof either. A node that is configured to be
 * alone never fails for that: it keeps to loopback, and lets nobody in.
 */
import { ApiError } from '@skein/errors';

export type TransportAccess =
  /** By certificate, secret, or both. */
  | 'proved'
  /** Whoever reaches the loopback address. */
  | 'open_on_loopback'
  /** Nobody: no secret is known that could be proved. */
  | 'closed';

export interface TransportFacts {
  readonly onLoopbackOnly: boolean;
  /** No other node is looked for. */
  readonly isAlone: boolean;
  readonly hasTls: boolean;
  readonly hasSecret: boolean;
  /** `transport.allow_plain`. */
  readonly allowsPlain: boolean;
  /** Whether requests of clients need tokens. */
  readonly asksForTokens: boolean;
}

/** Throws settings_exception with what is missing. */
export function transportAccess(facts: TransportFacts): TransportAccess {
  const { onLoopbackOnly, hasTls, hasSecret, allowsPlain } = facts;
  if (!onLoopbackOnly && !hasTls && !allowsPlain) {
    throw refused(
      'nodes would talk beyond loopback without encryption: set [transport.tls.certificate], [transport.tls.key] and [transport.tls.certificate_authorities], or [transport.allow_plain] to true where nobody else can listen',
    );
  }
  if (hasTls || hasSecret) return 'proved';
  if (!onLoopbackOnly) {
    throw refused('anybody could join the cluster: set [transport.secret] or use TLS');
  }
  if (!facts.asksForTokens) return 'open_on_loopback';
  if (facts.isAlone) return 'closed';
  throw refused(
    'requests need tokens, but any process of this machine could join the cluster without one: set [transport.secret]',
  );
}

function refused(reason: string): ApiError {
  return new ApiError('settings_exception', reason);
}
