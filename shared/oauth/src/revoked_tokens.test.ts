import { RevokedTokens } from './mod.js';

const NONE = { tokens: [], families: [] };

test('a token is revoked by its id or by its family, and by nothing else', () => {
  const revoked = new RevokedTokens();
  expect(revoked.has({ tokenId: 't1', familyId: 'f1' })).toBe(false);
  expect(revoked.add({ tokens: ['t1'], families: ['f1'] })).toBe(true);
  expect(revoked.has({ tokenId: 't1' })).toBe(true);
  expect(revoked.has({ tokenId: 't2', familyId: 'f1' })).toBe(true);
  expect(revoked.has({ tokenId: 't2', familyId: 'f2' })).toBe(false);
  expect(revoked.has({ tokenId: 't2' })).toBe(false);
  expect(revoked.has({ tokenId: 'f1', familyId: 't1' })).toBe(false);
});

test('adding tells whether any of the ids is new', () => {
  const revoked = new RevokedTokens();
  expect(revoked.add(NONE)).toBe(false);
  expect(revoked.add({ tokens: ['t1'], families: [] })).toBe(true);
  expect(revoked.add({ tokens: ['t1'], families: [] })).toBe(false);
  expect(revoked.add({ tokens: ['t1'], families: ['f1'] })).toBe(true);
  expect(revoked.add({ tokens: ['t1', 't2'], families: ['f1'] })).toBe(true);
});

test('of more than 200,000 ids the oldest are dropped', () => {
  const revoked = new RevokedTokens();
  const tokens = Array.from({ length: 200_000 }, (_, i) => `t${i}`);
  revoked.add({ tokens, families: [] });
  expect(revoked.has({ tokenId: 't0' })).toBe(true);
  revoked.add({ tokens: ['last', 'least'], families: ['f0'] });
  const known = ['t0', 't1', 't2', 't199999', 'last', 'least'];
  expect(known.filter((tokenId) => revoked.has({ tokenId }))).toEqual(known.slice(2));
});
