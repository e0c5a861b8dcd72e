/**
 * Limits of connections. Connections use file descriptors, which shards need too: connections alone
 * must not prevent a shard from opening a file.
 */
interface SocketLimits {
  /** Limit of one HTTP listener. */
  readonly http: number;
  /** Limit of connections from other nodes. */
  readonly transport: number;
}

const HTTP_SHARE = 1 / 2;
const TRANSPORT_SHARE = 1 / 4;
/** Enough for a cluster of a thousand nodes. */
const MOST_LINKS = 10_000;

/** `maxFiles`: the system's limit for the process; -1 if unknown. */
export function socketLimits(maxHttpConnections: number, maxFiles: number): SocketLimits {
  const share = (part: number) => (maxFiles < 0 ? Number.MAX_SAFE_INTEGER : maxFiles * part);
  return {
    http: Math.max(1, Math.min(maxHttpConnections, Math.floor(share(HTTP_SHARE)))),
    transport: Math.max(1, Math.min(MOST_LINKS, Math.floor(share(TRANSPORT_SHARE)))),
  };
}
