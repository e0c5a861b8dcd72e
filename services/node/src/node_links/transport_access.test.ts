import { type TransportFacts, transportAccess } from './transport_access.js';

const PLAIN: TransportFacts = {
  onLoopbackOnly: true,
  looksForOthers: false,
  hasTls: false,
  hasSecret: false,
  hasOwnSecret: false,
  allowsPlain: false,
};
const BEYOND = { onLoopbackOnly: false };

it.each<[Partial<TransportFacts>, string]>([
  [{}, 'own_secret'],
  [{ looksForOthers: true, hasOwnSecret: true }, 'own_secret'],
  [{ hasSecret: true }, 'proved'],
  [{ looksForOthers: true, hasSecret: true }, 'proved'],
  [{ ...BEYOND, hasTls: true }, 'proved'],
  [{ ...BEYOND, hasSecret: true, allowsPlain: true }, 'proved'],
])('%j: %s', (facts, access) => {
  expect(transportAccess({ ...PLAIN, ...facts })).toBe(access);
});

it.each<[Partial<TransportFacts>, string]>([
  [BEYOND, 'without encryption'],
  [{ ...BEYOND, hasSecret: true }, 'without encryption'],
  [{ ...BEYOND, allowsPlain: true }, 'anybody could join'],
  [{ ...BEYOND, allowsPlain: true, hasOwnSecret: true }, 'anybody could join'],
  [{ looksForOthers: true }, '[transport.secret_file] to the same on all'],
])('refuses %j', (facts, reason) => {
  expect(() => transportAccess({ ...PLAIN, ...facts })).toThrow(reason);
});
