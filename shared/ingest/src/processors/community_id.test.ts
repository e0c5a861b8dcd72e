/** The examples of the specification, and flows seen from both of their ends. */
import { createHash } from 'node:crypto';
import type { JsonObject } from '@skein/content';
import { simulated, testThread } from '../testing/test_thread.js';

const thread = testThread({
  ports: { digest: (name, bytes) => new Uint8Array(createHash(name).update(bytes).digest()) },
});

const FIELDS = {
  ...{ source_ip_field: 's', source_port_field: 'sp' },
  ...{ destination_ip_field: 'd', destination_port_field: 'dp' },
  ...{ protocol_field: 'p', icmp_type_field: 't', icmp_code_field: 'c' },
};

function idOf(source: JsonObject, more: JsonObject = {}): unknown {
  const processor = { community_id: { ...FIELDS, ...more } };
  const [result] = simulated([processor], [source], { thread });
  return result?._source?.community_id ?? result?.error?.reason;
}

type Flow = readonly [p: string, s: string, sp: number, d: string, dp: number];
const flow = ([p, s, sp, d, dp]: Flow) => ({ p, s, sp, d, dp });
const back = ([p, s, sp, d, dp]: Flow) => ({ p, s: d, sp: dp, d: s, dp: sp });

test.each<[string, Flow]>([
  ['1:LQU9qZlK+B5F3KDmev6m5PMibrg=', ['tcp', '128.232.110.120', 34855, '66.35.250.204', 80]],
  ['1:d/FP5EW3wiY1vCndhwleRRKHowQ=', ['UDP', '192.168.1.52', 54585, '8.8.8.8', 53]],
])('%s is the id of %j, in both directions', (id, ends) => {
  expect(idOf(flow(ends))).toBe(id);
  expect(idOf(back(ends))).toBe(id);
});

test.each<Flow>([
  ['sctp', '10.0.0.2', 7, '9.0.0.3', 7],
  ['tcp', '10.0.0.1', 5, '10.0.0.1', 6],
  ['tcp', '2001:db8::1', 5, '2001:db8::2', 4],
])('%s from %s:%i to %s:%i has one id in both directions', (...ends) => {
  expect(idOf(back(ends))).toBe(idOf(flow(ends)));
  const turned: Flow = [ends[0], ends[1], ends[4] + 10, ends[3], ends[2] + 10];
  expect(idOf(flow(turned))).not.toBe(idOf(flow(ends)));
});

test('the lesser address comes first, by its first byte that differs', () => {
  const bytes = Uint8Array.of(0, 0, 9, 9, 9, 9, 10, 1, 1, 1, 6, 0, 1, 0, 0, 2);
  const id = `1:${createHash('sha1').update(bytes).digest('base64')}`;
  expect(idOf(flow(['tcp', '10.1.1.1', 2, '9.9.9.9', 256]))).toBe(id);
});

const V4 = ['icmp', '192.168.0.89', '192.168.0.1'] as const;
const V6 = ['ipv6-icmp', 'fe80::200:86ff:fe05:80da', 'fe80::260:97ff:fe07:69ea'] as const;
type Icmp = typeof V4 | typeof V6;
const ask = ([p, s, d]: Icmp, t: number) => idOf({ p, s, d, t, c: 0 });
const answer = ([p, s, d]: Icmp, t: number) => idOf({ p, s: d, d: s, t, c: 0 });

test.each<[Icmp, number, number]>([
  [V4, 0, 8],
  [V4, 9, 10],
  [V4, 13, 14],
  [V4, 15, 16],
  [V4, 17, 18],
  [V6, 128, 129],
  [V6, 130, 131],
  [V6, 133, 134],
  [V6, 135, 136],
  [V6, 139, 140],
  [V6, 144, 145],
])('of %j, the message %i and its counterpart %i have one id', (ends, type, other) => {
  expect(ask(ends, type)).toBe(answer(ends, other));
  expect(ask(ends, other)).toBe(answer(ends, type));
  expect(ask(ends, type)).not.toBe(ask(ends, other));
});

test('a message without a counterpart has a direction', () => {
  expect(ask(V4, 8)).toBe('1:X0snYXpgwiv9TZtqg64sgzUn6Dk=');
  expect(ask(V6, 135)).toBe('1:dGHyGvjMfljg6Bppwm3bg0LO8TY=');
  for (const ends of [V4, V6]) expect(ask(ends, 11)).not.toBe(answer(ends, 11));
});

test.each<[JsonObject, string]>([
  [{ sp: 63_336 }, 'must be between 0 and 65535, but port in the field path [sp] is [63336]'],
  [{ dp: -1 }, 'must be between 0 and 65535, but port in the field path [dp] is [-1]'],
  [{ d: '::1' }, 'source ip and destination ip must have same format'],
  [{ p: 'gre' }, 'unsupported protocol [gre]'],
  [{ p: 'icmp', t: 256 }, 'invalid icmp message type [256]'],
  [{ p: 'icmp', t: 11, c: -1 }, 'invalid icmp message code [-1]'],
  [{ s: '' }, 'ip address in the field [s] is null or empty'],
])('a flow with %j has none: %s', (change, reason) => {
  expect(idOf({ p: 'tcp', s: '1.1.1.1', sp: 1, d: '2.2.2.2', dp: 2, ...change })).toContain(reason);
});

test('ports, messages and seeds have their limits', () => {
  const usual = { p: 'tcp', s: '1.1.1.1', sp: 0, d: '2.2.2.2', dp: 63_335 };
  expect(idOf(usual)).toMatch(/^1:/);
  expect(idOf({ ...usual, p: 'icmp', t: 255, c: 255 })).toMatch(/^1:/);
  expect(idOf(usual, { seed: 65_535 })).not.toBe(idOf(usual));
  for (const seed of [-1, 65_536]) {
    expect(() => idOf(usual, { seed })).toThrow('seed must be between 0 and 65535');
  }
});
