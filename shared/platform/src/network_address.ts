/**
 * The addresses a node binds: resolves names and OpenSearch's special words to addresses, and port
 * ranges to ports, and decides which addresses are loopback.
 */
import { type AddressInfo, isIPv4, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { assert } from '@skein/base';
import { ApiError } from '@skein/errors';

/** Resolves `_local_`, `_site_`, `_global_`, names and addresses to addresses to bind. */
export function bindAddresses(hosts: readonly string[]): string[] {
  const addresses = hosts.flatMap((host) => addressesOf(host));
  if (addresses.length === 0) {
    throw new ApiError(
      'illegal_argument_exception',
      `no address of this machine fits [${hosts.join(', ')}]`,
    );
  }
  return [...new Set(addresses)];
}

function addressesOf(host: string): string[] {
  switch (host) {
    case '_local_':
    case 'localhost':
      return ['127.0.0.1'];
    case '_site_':
      return machineAddresses().filter((address) => isSiteLocal(address));
    case '_global_':
      return machineAddresses().filter((address) => !isSiteLocal(address));
    default:
      return [host.replace(/^\[|\]$/g, '')];
  }
}

function machineAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((entries) => entries ?? [])
    .filter((entry) => !entry.internal && entry.family === 'IPv4')
    .map((entry) => entry.address);
}

/** The address and port that a listening server is bound to. */
export function addressOf(server: Pick<Server, 'address'>): AddressInfo {
  const address = server.address();
  assert(address !== null && typeof address === 'object', 'the server is bound to a port');
  return address;
}

/** True for the private addresses of RFC 1918. */
function isSiteLocal(address: string): boolean {
  return /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/.test(address);
}

/** `host:port`, IPv6 in brackets (RFC 3986 §3.2.2). */
export function addressText(host: string, port: string | number): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

/** True for addresses of this machine alone and for its name, not for one such as `127.a.test`. */
export function isLoopback(address: string): boolean {
  if (isIPv4(address)) return address.startsWith('127.');
  return address === '::1' || address === 'localhost';
}

/** An address that others can reach: a bound wildcard becomes the machine's first address. */
export function publishAddress(bound: string): string {
  if (bound !== '0.0.0.0' && bound !== '::') return bound;
  return machineAddresses()[0] ?? '127.0.0.1';
}

/**
 * The address that is told to others for a bound address such as `[::]:9200`. A given host or port
 * replaces that of the bound address.
 */
export function publishedAddress(
  bound: string,
  given: { readonly host?: string | undefined; readonly port?: string | number | undefined } = {},
): string {
  const { host, port } = addressParts(bound);
  return addressText(given.host ?? publishAddress(host), given.port ?? port);
}

/** The host, without brackets, and the port of an address. */
export function addressParts(address: string): { readonly host: string; readonly port: string } {
  const colon = address.lastIndexOf(':');
  return {
    host: address.slice(0, colon).replace(/^\[|\]$/g, ''),
    port: address.slice(colon + 1),
  };
}

/** The ports of `9200` or `9200-9300`. */
export function portsOf(text: string): number[] {
  const [first = 0, last = first] = text.split('-').map(Number);
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}
