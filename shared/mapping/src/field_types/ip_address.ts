/**
 * Internet addresses as 16 bytes, IPv4 mapped to `::ffff:0:0/96` (RFC 4291 §2.5.5.2), so that byte
 * order is address order. Text follows RFC 5952.
 */
import { ApiError } from '@skein/errors';
import ipaddr from 'ipaddr.js';

const DOTTED_QUAD = /^\d{1,3}(?:\.\d{1,3}){3}$/;
const MAPPED_PREFIX = new Uint8Array([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255]);

export function parseIp(text: string): Uint8Array {
  const bytes = ipBytes(text);
  if (bytes) return bytes;
  throw new ApiError('illegal_argument_exception', `'${text}' is not an IP string literal.`);
}

function ipBytes(text: string): Uint8Array | undefined {
  if (DOTTED_QUAD.test(text)) {
    const octets = text.split('.');
    const wrong = octets.some((octet) => Number(octet) > 255 || /^0\d/.test(octet));
    return wrong ? undefined : mapped(octets.map(Number));
  }
  if (!text.includes(':') || text.includes('%') || !ipaddr.IPv6.isValid(text)) return undefined;
  return Uint8Array.from(ipaddr.IPv6.parse(text).toByteArray());
}

function mapped(octets: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(16);
  bytes.set(MAPPED_PREFIX);
  bytes.set(octets, 12);
  return bytes;
}

export function formatIp(bytes: Uint8Array): string {
  const isMapped = MAPPED_PREFIX.every((byte, i) => bytes[i] === byte);
  if (isMapped) return Array.from(bytes.subarray(12)).join('.');
  return new ipaddr.IPv6(Array.from(bytes)).toRFC5952String();
}

/** The form of Java's `getHostAddress`: with all groups of an IPv6 address. */
export function hostAddress(bytes: Uint8Array): string {
  const shown = formatIp(bytes);
  if (!shown.includes(':')) return shown;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return Array.from({ length: 8 }, (_, i) => view.getUint16(2 * i).toString(16)).join(':');
}

/** First and last address of `10.0.0.0/8` or `2001:db8::/32`. */
export function parseCidr(text: string): { first: Uint8Array; last: Uint8Array } {
  const [address = '', length = '', ...rest] = text.split('/');
  if (rest.length > 0 || !/^\d{1,3}$/.test(length)) {
    throw new ApiError('illegal_argument_exception', `Expected [ip/prefix] but was [${text}]`);
  }
  const bytes = parseIp(address);
  const isV4 = DOTTED_QUAD.test(address);
  const bits = Number(length) + (isV4 ? 96 : 0);
  if (bits > 128) {
    throw new ApiError(
      'illegal_argument_exception',
      `Illegal prefix length [${length}] in [${text}]. Must be 0-32 for IPv4 ranges, 0-128 for IPv6 ranges`,
    );
  }
  const first = bytes.slice();
  const last = bytes.slice();
  for (let i = 0; i < 16; i++) {
    const fixed = Math.min(8, Math.max(0, bits - i * 8));
    const mask = (0xff << (8 - fixed)) & 0xff;
    first[i] = (bytes[i] ?? 0) & mask;
    last[i] = (bytes[i] ?? 0) | (~mask & 0xff);
  }
  return { first, last };
}
