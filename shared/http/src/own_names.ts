/**
 * The names of a server. In an attack by DNS rebinding, the name of an attacker's page leads to
 * this machine. Its requests are detected by their `Host`: a browser sends the page's name there,
 * and the page cannot change it.
 */

/** Limit of names found valid. A connection's own address is one name for all its clients. */
const MAX_KNOWN = 1000;

export class OwnNames {
  readonly #names: ReadonlySet<string>;
  /** Suffixes such as `.example.com`. */
  readonly #endings: readonly string[];
  readonly #acceptsAll: boolean;
  readonly #known = new Set<string>();

  /**
   * Names and addresses without a port; `*.example.com` is every name below it, `*` every name.
   * Loopback names are always included.
   */
  constructor(names: readonly string[]) {
    const plain = names.map((name) => name.toLowerCase().replace(/^\[|\]$/g, ''));
    this.#acceptsAll = plain.includes('*');
    this.#names = new Set(plain.filter((name) => !name.startsWith('*')));
    this.#endings = plain.filter((name) => name.startsWith('*.')).map((name) => name.slice(1));
  }

  /**
   * `authority`: as in `Host`, with or without a port. `address`: the local address of the
   * connection.
   */
  has(authority: string, address: string | undefined): boolean {
    if (this.#acceptsAll || this.#known.has(authority)) return true;
    const host = hostOf(authority);
    if (host === undefined || !this.#isOwn(host, address)) return false;
    if (this.#known.size >= MAX_KNOWN) this.#known.clear();
    this.#known.add(authority);
    return true;
  }

  #isOwn(host: string, address: string | undefined): boolean {
    if (isLoopbackHost(host) || this.#names.has(host)) return true;
    if (this.#endings.some((ending) => host.endsWith(ending))) return true;
    return address !== undefined && host === plainAddress(address);
  }
}

/** In lower case, without port and brackets; undefined for an invalid host (RFC 3986, 3.2.2). */
export function hostOf(authority: string): string | undefined {
  const found = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._~-]+))(?::\d{0,5})?$/i.exec(authority);
  return (found?.[1] ?? found?.[2])?.toLowerCase();
}

function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
}

/** Converts an IPv4 address reported by a dual-stack socket: `::ffff:10.0.0.1`. */
function plainAddress(address: string): string {
  return address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');
}
