/** What looking for other nodes needs and gives. */

/** What finding takes of the world. */
export interface SeedPorts {
  /** Addresses of a host name; rejects when it is not known. An address is its own. */
  readonly lookup: (host: string) => Promise<readonly string[]>;
  /** Lines of `unicast_hosts.txt`; none when there is no such file. */
  readonly readSeedFile: () => Promise<readonly string[]>;
}
