/** The facts about a node from its configuration and machine, constant from start to stop. */
export interface NodeFacts {
  readonly id: string;
  readonly ephemeralId: string;
  readonly name: string;
  readonly clusterName: string;
  /** Skein's own version. */
  readonly version: string;
  /**
   * The host that the HTTP server is bound to, and the address published to others (`host:port`).
   */
  readonly host: string;
  readonly ip: string;
  readonly httpPublishAddress: string;
  readonly httpBoundAddresses: readonly string[];
  /** Published to other nodes. */
  readonly transportAddress: string;
  readonly transportBoundAddresses: readonly string[];
  readonly roles: readonly string[];
  readonly attributes: ReadonlyMap<string, string>;
  readonly startedAtMs: number;
  /** The given node settings, flat, without secrets. */
  readonly settings: ReadonlyMap<string, string>;
  readonly maxContentLengthBytes: number;
}
