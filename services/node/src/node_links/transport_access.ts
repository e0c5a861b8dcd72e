/**
 * Who may talk to this node as a node. Whoever may is trusted with everything, so there is always a
 * proof: a certificate or a secret that is configured, or a secret that the node has made itself
 * and keeps in its data folder. Beyond loopback talk is encrypted, too, unless the operator says
 * that nobody can listen.
 */
import { ApiError } from '@skein/errors';

export type TransportAccess =
  /** By certificate, secret, or both, as configured. */
  | 'proved'
  /** By the secret in the data folder: whoever was not given it stays outside. */
  | 'own_secret';

export interface TransportFacts {
  readonly onLoopbackOnly: boolean;
  /** Other nodes are named in its configuration: they must know the same secret. */
  readonly looksForOthers: boolean;
  readonly hasTls: boolean;
  readonly hasSecret: boolean;
  /** A secret is in the data folder. */
  readonly hasOwnSecret: boolean;
  /** `transport.allow_plain`. */
  readonly allowsPlain: boolean;
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
  if (facts.looksForOthers && !facts.hasOwnSecret) {
    throw refused(
      'nodes of a cluster prove to each other that they know one secret, and this node has none: set [transport.secret] or [transport.secret_file] to the same on all of them',
    );
  }
  return 'own_secret';
}

function refused(reason: string): ApiError {
  return new ApiError('settings_exception', reason);
}
