/** Opens a link to an address and performs the handshake. */
import type { Random, Timers } from '@skein/base';
import { shakeHands } from './handshake.js';
import type { Hello, NodeIdentity } from './identity.js';
import type { ChannelClass, Link, Network } from './link.js';
import type { Prover } from './proof.js';

const CONNECT_TIMEOUT_MS = 5000;

export interface DialerParts {
  readonly network: Network;
  /** Called for every hello, since the cluster's uuid becomes known while the node runs. */
  readonly identity: () => NodeIdentity;
  readonly actions: readonly string[];
  readonly prover: Prover;
  readonly timers: Timers;
  readonly random: Random;
}

export interface Dialed {
  readonly link: Link;
  readonly hello: Hello;
}

/**
 * Dials the target. It calls `use` while handling the handshake's last message: the new owner of
 * the link must listen before the next message arrives. Rejects with connect_transport_exception.
 */
export async function dial<T>(
  parts: DialerParts,
  target: { readonly address: string; readonly channel: ChannelClass },
  use: (dialed: Dialed) => T,
): Promise<T> {
  const link = await parts.network.dial(target.address, CONNECT_TIMEOUT_MS);
  return new Promise((resolve, reject) => {
    shakeHands({
      link,
      side: 'initiator',
      hello: helloOf(parts, target.channel),
      prover: parts.prover,
      timers: parts.timers,
      random: parts.random,
      done: (outcome) => {
        if (outcome.ok) resolve(use({ link, hello: outcome.hello }));
        else reject(outcome.error);
      },
    });
  });
}

export function helloOf(
  parts: Pick<DialerParts, 'identity' | 'actions'>,
  channel: ChannelClass,
): Hello {
  const { identity, actions } = parts;
  return { identity: identity(), channel, actions };
}
