import { type TransportFacts, transportAccess } from './transport_access.js';

const PLAIN: TransportFacts = {
  onLoopbackOnly: true,
  isAlone: false,
  hasTls: false,
  hasSecret: false,
  allowsPlain: false,
  asksForTokens: false,
};
const BEYOND = { onLoopbackOnly: false };

it.each<[Partial<TransportFacts>, string]>([
  [{}, 'open_on_loopback'],
  [{ hasSecret: true }, 'proved'],
  [{ asksForTokens: true, isAlone: true }, 'closed'],
  [{ asksForTokens: true, hasSecret: true }, 'proved'],
  [{ ...BEYOND, hasTls: true }, 'proved'],
  [{ ...BEYOND, hasSecret: true, allowsPlain: true }, 'proved'],
])('%j: %s', (facts, access) => {
  expect(transportAccess({ ...PLAIN, ...facts })).toBe(access);
});

it.each<[Partial<TransportFacts>, string]>([
  [BEYOND, 'without encryption'],
  [{ ...BEYOND, hasSecret: true }, 'without encryption'],
  [{ ...BEYOND, allowsPlain: true }, 'anybody could join'],
  [{ asksForTokens: true }, 'any process of this machine'],
])('refuses %j', (facts, reason) => {
  expect(() => transportAccess({ ...PLAIN, ...facts })).toThrow(reason);
});
