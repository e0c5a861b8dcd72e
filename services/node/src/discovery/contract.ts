/** The interface of discovery. */

/** Discovery's access to the outside world. */
export interface SeedPorts {
  /**
   * Addresses of a host name; rejects when it cannot be resolved. An address resolves to itself.
   */
  readonly lookup: (host: string) => Promise<readonly string[]>;
  /** Lines of `unicast_hosts.txt`; none if there is no such file. */
  readonly readSeedFile: () => Promise<readonly string[]>;
}
