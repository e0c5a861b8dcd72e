/** How nodes that look for a master help each other. */
import type { Routes } from '@skein/transport';

export type DiscoveryCalls = {
  /** "Whom do you know?" */
  readonly 'discovery/peers': { readonly request: PeersRequest; readonly reply: PeersReply };
};

export interface PeersRequest {
  /**
   * Transport addresses of the master-eligible nodes the asker knows; the other may try them too.
   */
  readonly knownAddresses: readonly string[];
}

export interface PeersReply {
  readonly knownAddresses: readonly string[];
}

export const DISCOVERY_ROUTES = {
  'discovery/peers': { channel: 'state', timeoutMs: 3000 },
} as const satisfies Routes;
