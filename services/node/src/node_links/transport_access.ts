/**
 * Decides who may connect to this node as a node. A node is trusted with everything, so a proof is
 * always required: a configured certificate or secret, or a secret that the node generated in its
 * data folder. Beyond loopback, connections are also encrypted, unless the operator states that no
 * one can listen.
 */
import { ApiError } from '@skein/errors';

export type TransportAccess =
  /** By certificate, secret, or both, as configured. */
  | 'proved'
  /** By the secret in the data folder, which the operator must share. */
  | 'own_secret';

export interface TransportFacts {
  readonly onLoopbackOnly: boolean;
  /** True if the configuration names other nodes, which must know the same secret. */
  readonly looksForOthers: boolean;
  readonly hasTls: boolean;
  readonly hasSecret: boolean;
  /** True if the data folder holds a secret. */
  readonly hasOwnSecret: boolean;
  /** `transport.allow_plain`. */
  readonly allowsPlain: boolean;
}

/** Throws settings_exception that names what is missing. */
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
