/**
 * Addresses in databases of MaxMind's format, which the test writes: MaxMind's own may not be
 * redistributed.
 */
import { isIPv4 } from 'node:net';
import { simulated, testThread } from '../testing/test_thread.js';

type MmdbValue =
  | string
  | number
  | { readonly float: number }
  | readonly MmdbValue[]
  | { readonly [name: string]: MmdbValue };

const SEPARATOR_BYTES = 16;
const METADATA_MARK = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
const IPV4_DEPTH = 96;

interface Leaf {
  readonly offset: number;
}
type Branch = [Node | undefined, Node | undefined];
type Node = Branch | Leaf;

/**
 * Writes a database of addresses in MaxMind's format (https://maxmind.github.io/MaxMind-DB/,
 * version 2.0): a tree over the bits of addresses, whose leaves point to the data after it, and
 * metadata at the end. `networks` are `10.0.0.0/8` or `2001:db8::/32`, none inside another.
 */
function mmdbFile(type: string, networks: Readonly<Record<string, MmdbValue>>): Uint8Array {
  const root: Branch = [undefined, undefined];
  const data: Buffer[] = [];
  let offset = 0;
  for (const [network, value] of Object.entries(networks)) {
    const bytes = encoded(value);
    put(root, bitsOf(network), { offset });
    data.push(bytes);
    offset += bytes.length;
  }
  const branches = branchesOf(root);
  const metadata = encoded({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_700_000_000,
    database_type: type,
    description: { en: 'of a test' },
    ip_version: 6,
    languages: ['en'],
    node_count: branches.length,
    record_size: 24,
  });
  const parts = [tree(branches), Buffer.alloc(SEPARATOR_BYTES), ...data, METADATA_MARK, metadata];
  return Buffer.concat(parts);
}

function put(root: Branch, bits: readonly number[], leaf: Leaf): void {
  let branch = root;
  for (const bit of bits.slice(0, -1)) {
    const next = branch[bit] ?? [undefined, undefined];
    if ('offset' in next) throw new RangeError('a network is inside another');
    branch[bit] = next;
    branch = next;
  }
  branch[bits.at(-1) ?? 0] = leaf;
}

/** All branches, the root first. */
function branchesOf(root: Branch): readonly Branch[] {
  const found = [root];
  for (const branch of found) {
    for (const child of branch) if (child !== undefined && !('offset' in child)) found.push(child);
  }
  return found;
}

function tree(branches: readonly Branch[]): Buffer {
  const numbers = new Map(branches.map((branch, i) => [branch, i]));
  const records = branches.flatMap((branch) =>
    branch.map((child) => {
      if (child === undefined) return branches.length;
      if ('offset' in child) return branches.length + SEPARATOR_BYTES + child.offset;
      return numbers.get(child) ?? 0;
    }),
  );
  const bytes = Buffer.alloc(3 * records.length);
  for (const [i, record] of records.entries()) bytes.writeUIntBE(record, 3 * i, 3);
  return bytes;
}

/** The bits of an IPv6 address; IPv4 addresses come first in the tree. */
function bitsOf(network: string): readonly number[] {
  const [address = '', prefix = ''] = network.split('/');
  const bytes = isIPv4(address) ? ipv4(address) : ipv6(address);
  const length = Number(prefix) + (isIPv4(address) ? IPV4_DEPTH : 0);
  return Array.from({ length }, (_, i) => ((bytes[i >> 3] ?? 0) >> (7 - (i & 7))) & 1);
}

function ipv4(address: string): readonly number[] {
  return [...Array.from({ length: IPV4_DEPTH / 8 }, () => 0), ...address.split('.').map(Number)];
}

/** Parses an address with at most one `::`. */
function ipv6(address: string): readonly number[] {
  const [before = '', after = ''] = address.split('::');
  const [left, right] = [groups(before), groups(after)];
  const zeros = Array.from({ length: 16 - left.length - right.length }, () => 0);
  return [...left, ...zeros, ...right];
}

function groups(text: string): readonly number[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
}

const [DOUBLE, UINT32, TEXT, MAP, ARRAY] = [3, 6, 2, 7, 11];

function encoded(value: MmdbValue): Buffer {
  if (typeof value === 'string') {
    const bytes = Buffer.from(value);
    return Buffer.concat([control(TEXT, bytes.length), bytes]);
  }
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([control(UINT32, 4), bytes]);
  }
  if (Array.isArray(value)) {
    return Buffer.concat([control(ARRAY, value.length), ...value.map(encoded)]);
  }
  if ('float' in value && typeof value.float === 'number') {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleBE(value.float);
    return Buffer.concat([control(DOUBLE, 8), bytes]);
  }
  const entries = Object.entries(value);
  const members = entries.flatMap(([name, one]) => [encoded(name), encoded(one)]);
  return Buffer.concat([control(MAP, entries.length), ...members]);
}

const LONGEST_SHORT = 28;
const FIRST_EXTENDED = 8;

function control(type: number, size: number): Buffer {
  const short = Math.min(size, LONGEST_SHORT + 1);
  const rest = size > LONGEST_SHORT ? [size - LONGEST_SHORT - 1] : [];
  if (type < FIRST_EXTENDED) return Buffer.from([(type << 5) | short, ...rest]);
  return Buffer.from([short, type - FIRST_EXTENDED + 1, ...rest]);
}

const LONDON = {
  city: { names: { en: 'London', de: 'London' } },
  continent: { code: 'EU', names: { en: 'Europe' } },
  country: { iso_code: 'GB', names: { en: 'United Kingdom' } },
  location: {
    latitude: { float: 51.5 },
    longitude: { float: -0.25 },
    time_zone: 'Europe/London',
  },
  postal: { code: 'W1' },
  subdivisions: [
    { iso_code: 'ENG', names: { en: 'England' } },
    { iso_code: 'LND', names: { en: 'Greater London' } },
  ],
};
const GERMANY = {
  continent: { code: 'EU', names: { en: 'Europe' } },
  country: { iso_code: 'DE', names: { en: 'Germany' } },
};
const FILES: Readonly<Record<string, Uint8Array>> = {
  'ingest-geoip/GeoLite2-City.mmdb': mmdbFile('GeoLite2-City', {
    '81.2.69.128/26': LONDON,
    '2001:db8::/32': GERMANY,
  }),
  'ingest-geoip/country.mmdb': mmdbFile('DBIP-Country', { '81.2.0.0/16': LONDON }),
  'ingest-geoip/GeoLite2-ASN.mmdb': mmdbFile('GeoLite2-ASN', {
    '12.81.92.0/22': {
      autonomous_system_number: 7018,
      autonomous_system_organization: 'AT&T Services',
    },
    '2600:6000::/20': { autonomous_system_number: 4_200_000_000 },
  }),
  'ingest-geoip/isp.mmdb': mmdbFile('GeoIP2-ISP', { '1.0.0.0/8': { isp: 'x' } }),
  'ingest-geoip/broken.mmdb': Buffer.alloc(1000),
};

const thread = testThread({ ports: { configFile: (path) => FILES[path] } });

function found(ip: unknown, options: object = {}) {
  const processor = { geoip: { field: 'ip', ...options } };
  const [result] = simulated([processor], [{ ip: ip as string }], { thread });
  return result?._source?.geoip ?? result?.error?.reason;
}

test('a city has the usual fields, or those that are wanted', () => {
  expect(found('81.2.69.142')).toEqual({
    continent_name: 'Europe',
    country_name: 'United Kingdom',
    country_iso_code: 'GB',
    region_iso_code: 'GB-LND',
    region_name: 'Greater London',
    city_name: 'London',
    location: { lat: 51.5, lon: -0.25 },
  });
  const properties = ['IP', 'timezone', 'POSTAL_CODE', 'continent_code'];
  expect(found('81.2.69.142', { properties })).toEqual({
    ip: '81.2.69.142',
    timezone: 'Europe/London',
    postal_code: 'W1',
    continent_code: 'EU',
  });
  expect(found('2001:db8::1')).toEqual({
    continent_name: 'Europe',
    country_name: 'Germany',
    country_iso_code: 'DE',
  });
});

test('a country, and an autonomous system with its network', () => {
  expect(found('81.2.69.142', { database_file: 'country.mmdb' })).toEqual({
    continent_name: 'Europe',
    country_name: 'United Kingdom',
    country_iso_code: 'GB',
  });
  const database_file = 'GeoLite2-ASN.mmdb';
  expect(found('12.81.93.77', { database_file })).toEqual({
    ip: '12.81.93.77',
    asn: 7018,
    organization_name: 'AT&T Services',
    network: '12.81.92.0/22',
  });
  expect(found('2600:6fff::1', { database_file })).toEqual({
    ip: '2600:6fff::1',
    asn: 4_200_000_000,
    network: '2600:6000::/20',
  });
});

test('addresses that are not known leave no field; of several the first that is known counts', () => {
  expect(found('10.0.0.1')).toBeUndefined();
  const ips = ['10.0.0.1', '81.2.69.142', '2001:db8::1'];
  const properties = ['country_iso_code'];
  expect(found(ips, { properties })).toEqual({ country_iso_code: 'GB' });
  expect(found(ips, { properties, first_only: false })).toEqual([
    null,
    { country_iso_code: 'GB' },
    { country_iso_code: 'DE' },
  ]);
  expect(found('x')).toBe("'x' is not an IP string literal.");
});

test.each([
  [{ database_file: 'none.mmdb' }, "database file [none.mmdb] doesn't exist"],
  [{ database_file: '../skein.yml' }, "database file [../skein.yml] doesn't exist"],
  [{ database_file: 'isp.mmdb' }, 'Unsupported database type [GeoIP2-ISP]'],
  [{ database_file: 'broken.mmdb' }, 'database file [broken.mmdb] cannot be read'],
  [{ properties: ['asn'] }, 'illegal property value [asn]'],
])('%j is refused', (options, reason) => {
  expect(() => found('81.2.69.142', options)).toThrow(reason);
});
