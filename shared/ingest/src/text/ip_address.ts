/** Internet addresses in documents, as four or sixteen bytes. */
import ipaddr from 'ipaddr.js';

const DOTTED_QUAD = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/** Returns undefined if the text is not an address. The zone of an IPv6 address is ignored. */
export function ipBytes(text: string): Uint8Array | undefined {
  if (DOTTED_QUAD.test(text)) {
    const octets = text.split('.');
    const isAddress = octets.every((octet) => Number(octet) <= 255 && !/^0\d/.test(octet));
    return isAddress ? Uint8Array.from(octets, Number) : undefined;
  }
  const address = text.split('%', 1)[0] ?? '';
  if (!address.includes(':') || !ipaddr.IPv6.isValid(address)) return undefined;
  return Uint8Array.from(ipaddr.IPv6.parse(address).toByteArray());
}

export function isIpAddress(text: string): boolean {
  return ipBytes(text) !== undefined;
}

export type Network = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Parses `10.0.0.0/8`; undefined if the text is not a network. */
export function parseNetwork(text: string): Network | undefined {
  return ipaddr.isValidCIDR(text) ? ipaddr.parseCIDR(text) : undefined;
}

/** The network of an address, by the number of its network bits. */
export function networkOf(text: string, prefixLength: number): string {
  const [address = ''] = text.split('%', 1);
  const family = address.includes(':') ? ipaddr.IPv6 : ipaddr.IPv4;
  const network = family.networkAddressFromCIDR(`${address}/${prefixLength}`);
  return `${network.toString()}/${prefixLength}`;
}

export function isInNetwork(text: string, network: Network): boolean {
  const address = ipaddr.process(text);
  const [base, bits] = network;
  if (address instanceof ipaddr.IPv4)
    return base instanceof ipaddr.IPv4 && address.match(base, bits);
  return base instanceof ipaddr.IPv6 && address.match(base, bits);
}
