/**
 * Where a request comes from. `X-Forwarded-For` is believed from the proxies of
 * `http.trusted_proxies` alone.
 */
import { isIPv4, isIPv6 } from 'node:net';

/** Groups of 16 bits that a provider leaves to one customer: a /64 (RFC 6177). */
const BLOCK_GROUPS = 4;

/** The addresses that one party is likely to have all of: one of IPv4, 2^64 of IPv6. */
export function addressBlock(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1] ?? address;
  if (isIPv4(mapped)) return mapped;
  const [plain = ''] = address.split('%', 1);
  if (!isIPv6(plain)) return address;
  return `${groupsOf(plain).slice(0, BLOCK_GROUPS).join(':')}::/64`;
}

/** All eight, without leading zeros. */
function groupsOf(address: string): string[] {
  // URLs have them in one spelling (RFC 5952).
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const words = (text: string) => (text === '' ? [] : text.split(':'));
  const [before, after] = [words(head), words(tail ?? '')];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after];
}
