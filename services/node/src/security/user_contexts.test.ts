import { secretSeal } from '@skein/platform';
import fc from 'fast-check';
import type { Identity } from './contract.js';
import { SYSTEM_IDENTITY } from './system_identity.js';
import { UserContexts } from './user_contexts.js';

const ANNA: Identity = {
  subject: 'anna',
  clientId: 'app',
  scope: ['indices:read:logs-*'],
  issuer: 'https://issuer.test',
};
const seal = secretSeal(['secret'], 'users');

function node(localNodeId: string, options: { sealed?: boolean; nowMs?: () => number } = {}) {
  const { sealed = true, nowMs = () => 0 } = options;
  const clock = { nowMs, monotonicMs: () => 0 };
  return new UserContexts({ localNodeId, clock, seal: sealed ? seal : undefined });
}

it.each([true, false])('an identity crosses nodes (sealed: %s)', (sealed) => {
  const bytes = node('A', { sealed }).encode(ANNA);
  const other = node('B', { sealed });
  expect(other.decode(bytes, 'A')).toEqual(ANNA);
  expect(other.decode(bytes, 'A')).toBe(other.decode(bytes, 'A'));
});

test('open mode has no scope, and keeps having none', () => {
  const everybody: Identity = { subject: '_open', clientId: undefined, scope: undefined };
  expect(node('B').decode(node('A').encode(everybody), 'A')).toStrictEqual(everybody);
});

test('the node itself is told from users of its name', () => {
  const [a, b] = [node('A'), node('B')];
  expect(b.decode(a.encode(SYSTEM_IDENTITY), 'A')).toBe(SYSTEM_IDENTITY);
  const named = b.decode(a.encode({ ...SYSTEM_IDENTITY }), 'A');
  expect(named).toEqual(SYSTEM_IDENTITY);
  expect(named).not.toBe(SYSTEM_IDENTITY);
});

test('a context ends, and is made anew before', () => {
  let nowMs = 0;
  const a = node('A', { nowMs: () => nowMs });
  const b = node('B', { nowMs: () => nowMs });
  const first = a.encode(ANNA);
  expect(a.encode(ANNA)).toBe(first);
  b.decode(first, 'A');
  nowMs = 6 * 60_000;
  const second = a.encode(ANNA);
  expect(second).not.toBe(first);
  nowMs = 11 * 60_000;
  expect(() => b.decode(first, 'A')).toThrow('expired');
  expect(b.decode(second, 'A')).toEqual(ANNA);
});

test('reading a known context again forgets no other', () => {
  const [a, b] = [node('A'), node('B')];
  const all = Array.from({ length: 1_000 }, (_, i) => a.encode({ ...ANNA, subject: `${i}` }));
  const [first, second] = all.map((bytes) => b.decode(bytes, 'A'));
  const [one = new Uint8Array(), two] = all;
  expect(b.decode(one, 'A')).toBe(first);
  expect(b.decode(two, 'A')).toBe(second);
});

test('nobody, another node, another secret', () => {
  const bytes = node('A').encode(ANNA);
  expect(() => node('B').decode(undefined, 'A')).toThrow('who asks');
  expect(() => node('B').decode(bytes, 'C')).toThrow('another node');
  expect(() => node('B').decode(node('A', { sealed: false }).encode(ANNA), 'A')).toThrow('seal');
});

test('whatever byte is changed, a sealed context is refused', () => {
  const bytes = node('A').encode(ANNA);
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const changed = bytes.slice();
      changed[at] = (changed[at] ?? 0) ^ change;
      expect(() => node('B').decode(changed, 'A')).toThrow('user context refused');
    }),
  );
});

test('arbitrary bytes are refused with the same error, also without a seal', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(() => node('B', { sealed: false }).decode(bytes, 'A')).toThrow('user context refused');
    }),
  );
});
