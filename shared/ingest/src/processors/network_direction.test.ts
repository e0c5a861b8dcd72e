import type { JsonObject } from '@skein/content';
import { simulated } from '../testing/test_thread.js';

const run = (source: string | null, destination: string | null, config: JsonObject, more = {}) => {
  const from = source === null ? {} : { source: { ip: source } };
  const to = destination === null ? {} : { destination: { ip: destination } };
  const [result] = simulated([{ network_direction: config }], [{ ...from, ...to, ...more }]);
  const network = result?._source?.network as JsonObject | undefined;
  return result?.error?.reason ?? network?.direction;
};

const INSIDE = ['10.0.0.0/8', '2001:db8::/32'];

test.each([
  ['10.0.0.1', '10.255.255.255', 'internal'],
  ['10.0.0.1', '11.0.0.0', 'outbound'],
  ['9.255.255.255', '10.0.0.0', 'inbound'],
  ['8.8.8.8', '9.9.9.9', 'external'],
  ['2001:db8:ffff::1', '2001:db9::', 'outbound'],
  ['10.0.0.1', '2001:db8::1', 'internal'],
])('from %s to %s is %s', (source, destination, direction) => {
  expect(run(source, destination, { internal_networks: INSIDE })).toBe(direction);
});

const OUTSIDE = '8.8.8.8';

test.each<[string, readonly string[], readonly string[]]>([
  ['loopback', ['127.0.0.1', '127.255.255.255', '::1'], ['128.0.0.1', '::2']],
  [
    'unicast',
    ['8.8.4.4', '10.0.0.1', '2001:db8::1', '0.0.0.1'],
    ['224.0.0.1', '0.0.0.0', '127.0.0.1', '::'],
  ],
  ['global_unicast', ['8.8.4.4', '10.0.0.1'], ['169.254.0.1', '255.255.255.255', 'fe80::1']],
  ['multicast', ['224.0.0.1', '239.255.255.255', 'ff02::1'], ['223.255.255.255', '240.0.0.1']],
  ['interface_local_multicast', ['ff01::1', 'ff11::1'], ['ff02::1', '224.0.0.1']],
  ['link_local_multicast', ['ff02::1', 'ff12::1', '224.0.0.5'], ['ff01::1', '224.0.1.1']],
  ['link_local_unicast', ['169.254.0.1', 'fe80::1'], ['169.253.0.1', 'fec0::1']],
  ['private', ['10.0.0.1', '172.16.0.1', '192.168.255.255', 'fd00::1'], ['11.0.0.1', '172.32.0.1']],
  ['public', ['8.8.4.4', '11.0.0.1', '2600::1'], ['10.0.0.1', '127.0.0.1', '224.0.0.1', '0.0.0.0']],
  ['unspecified', ['0.0.0.0', '::'], ['0.0.0.1', '::1']],
])('the network %s has %j, and not %j', (network, inside, outside) => {
  const isIn = (address: string) => {
    const direction = run(address, address, { internal_networks: [network] });
    return direction === 'internal' ? true : direction === 'external' ? false : direction;
  };
  expect(inside.map((address) => [address, isIn(address)])).toEqual(
    inside.map((address) => [address, true]),
  );
  expect(outside.map((address) => [address, isIn(address)])).toEqual(
    outside.map((address) => [address, false]),
  );
});

test('an address of version 4 in one of version 6 is the one of version 4', () => {
  expect(run('::ffff:127.0.0.1', OUTSIDE, { internal_networks: ['loopback'] })).toBe('outbound');
});

test('the networks may be in a field, and the fields have other names', () => {
  const config = { internal_networks_field: 'nets' };
  expect(run('10.0.0.1', OUTSIDE, config, { nets: INSIDE })).toBe('outbound');
  expect(run('10.0.0.1', OUTSIDE, config, { nets: ['11.0.0.0/8'] })).toBe('external');
  expect(run('10.0.0.1', OUTSIDE, config)).toBeUndefined();
  const strict = { ...config, ignore_missing: false };
  expect(run('10.0.0.1', OUTSIDE, strict)).toBe('field [nets] not present as part of path [nets]');
  expect(run('10.0.0.1', OUTSIDE, strict, { nets: null })).toBe(
    'unable to calculate network direction from document',
  );
  const named = {
    source_ip: 'a',
    destination_ip: 'b',
    target_field: 'c',
    internal_networks: INSIDE,
  };
  const [result] = simulated([{ network_direction: named }], [{ a: '10.0.0.1', b: '10.0.0.2' }]);
  expect(result?._source?.c).toBe('internal');
  const templates = { internal_networks: ['{{net}}'] };
  expect(run('10.0.0.1', OUTSIDE, templates, { net: '10.0.0.0/8' })).toBe('outbound');
});

test('without an address there is no direction, unless that is a failure', () => {
  const config = { internal_networks: INSIDE };
  expect(run(null, OUTSIDE, config)).toBeUndefined();
  expect(run(OUTSIDE, null, config)).toBeUndefined();
  expect(run(null, OUTSIDE, { ...config, ignore_missing: false })).toContain('source');
  expect(run(OUTSIDE, null, { ...config, ignore_missing: false })).toContain('destination');
});

test('what is no address or network is a failure', () => {
  const config = { internal_networks: INSIDE };
  expect(run('x', OUTSIDE, config)).toBe("'x' is not an IP string literal.");
  expect(run(OUTSIDE, 'x', config)).toBe("'x' is not an IP string literal.");
  expect(run(OUTSIDE, OUTSIDE, { internal_networks: ['inside'] })).toBe(
    "'inside' is not a valid network: expected [ip/prefix]",
  );
  expect(run(OUTSIDE, OUTSIDE, { internal_networks: ['toString'] })).toContain(
    'not a valid network',
  );
});

test('networks are given once', () => {
  const both = { internal_networks: INSIDE, internal_networks_field: 'nets' };
  expect(() => run(OUTSIDE, OUTSIDE, both)).toThrow(
    '[internal_networks] and [internal_networks_field] cannot both be used in the same processor',
  );
  expect(() => run(OUTSIDE, OUTSIDE, {})).toThrow(
    '[internal_networks] or [internal_networks_field] must be specified',
  );
});
