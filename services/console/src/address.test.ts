import { formatPlace, parsePlace } from './address.js';

test.each([
  ['', { page: '', params: {} }],
  ['#/', { page: '', params: {} }],
  ['#/search', { page: 'search', params: {} }],
  ['#/search/?index=logs-*', { page: 'search', params: { index: 'logs-*' } }],
  ['#/search?q=a%3Db%26c&sort=', { page: 'search', params: { q: 'a=b&c', sort: '' } }],
])('%s is read', (hash, place) => expect(parsePlace(hash)).toEqual(place));

it('comes back as it was written, whatever is in it', () => {
  const params = { q: 'status:"a & b" AND #1?', index: 'a,b', __proto__x: '€ + %' };
  expect(parsePlace(formatPlace({ page: 'search', params }))).toEqual({ page: 'search', params });
});

it('leaves out what is empty', () => {
  expect(formatPlace({ page: 'search', params: { q: '', index: 'a' } })).toBe('#/search?index=a');
});
