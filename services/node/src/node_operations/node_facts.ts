/** What a node is, from its configuration and its machine; constant from start to stop. */
export interface NodeFacts {
  readonly id: string;
  readonly ephemeralId: string;
  readonly name: string;
  readonly clusterName: string;
  /** Skein's own version. */
  readonly version: string;
  /** The host the HTTP server is bound to, and what it tells others (`host:port`). */
  readonly host: string;
  readonly ip: string;
  readonly httpPublishAddress: string;
  readonly httpBoundAddresses: readonly string[];
  /** Told to other nodes. */
  readonly transportAddress: string;
  readonly transportBoundAddresses: readonly string[];
  readonly roles: readonly string[];
  readonly attributes: ReadonlyMap<string, string>;
  readonly startedAtMs: number;
  /** The flat node settings that were given, secrets left out. */
  readonly settings: ReadonlyMap<string, string>;
  readonly maxContentLengthBytes: number;
}
