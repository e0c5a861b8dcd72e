/** Calls between nodes that look for a master. */
import type { Routes } from '@skein/transport';

export type DiscoveryCalls = {
  /** Asks for known addresses. */
  readonly 'discovery/peers': { readonly request: PeersRequest; readonly reply: PeersReply };
};

interface PeersRequest {
  /**
   * Transport addresses of the master-eligible nodes that the asking node knows, so that the other
   * can try them too.
   */
  readonly knownAddresses: readonly string[];
}

interface PeersReply {
  readonly knownAddresses: readonly string[];
}

export const DISCOVERY_ROUTES = {
  'discovery/peers': { channel: 'state', timeoutMs: 3000 },
} as const satisfies Routes;
