/**
 * The client's address. `X-Forwarded-For` is trusted only from the proxies in
 * `http.trusted_proxies`.
 */
import { isIPv4, isIPv6 } from 'node:net';

/** 16-bit groups that a provider assigns to one customer: a /64 (RFC 6177). */
const BLOCK_GROUPS = 4;

/**
 * The block of addresses that one party is likely to own: a single IPv4 address, or 2^64 IPv6
 * addresses.
 */
export function addressBlock(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1] ?? address;
  if (isIPv4(mapped)) return mapped;
  const [plain = ''] = address.split('%', 1);
  if (!isIPv6(plain)) return address;
  return `${groupsOf(plain).slice(0, BLOCK_GROUPS).join(':')}::/64`;
}

/** All eight groups, without leading zeros. */
function groupsOf(address: string): string[] {
  // A URL normalizes the spelling (RFC 5952).
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const words = (text: string) => (text === '' ? [] : text.split(':'));
  const [before, after] = [words(head), words(tail ?? '')];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after];
}
