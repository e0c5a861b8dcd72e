/**
 * Connections take files, which shards need too: whoever only connects must not be able to keep a
 * shard from opening one.
 */
export interface SocketLimits {
  /** Of one door of the REST interface. */
  readonly http: number;
  /** From other nodes. */
  readonly transport: number;
}

const HTTP_SHARE = 1 / 2;
const TRANSPORT_SHARE = 1 / 4;
/** A cluster of a thousand nodes. */
const MOST_LINKS = 10_000;

/** `maxFiles`: what the system allows the process, -1 where it does not tell. */
export function socketLimits(maxHttpConnections: number, maxFiles: number): SocketLimits {
  const share = (part: number) => (maxFiles < 0 ? Number.MAX_SAFE_INTEGER : maxFiles * part);
  return {
    http: Math.max(1, Math.min(maxHttpConnections, Math.floor(share(HTTP_SHARE)))),
    transport: Math.max(1, Math.min(MOST_LINKS, Math.floor(share(TRANSPORT_SHARE)))),
  };
}
