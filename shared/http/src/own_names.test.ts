import { hostOf, OwnNames } from './own_names.js';

const names = new OwnNames(['Search.Example', '[fd00::1]', '*.internal.example']);

it.each([
  ['localhost:9200'],
  ['LOCALHOST'],
  ['127.0.0.1:9200'],
  ['127.1.2.3'],
  ['[::1]:9200'],
  ['search.example'],
  ['SEARCH.example:443'],
  ['[fd00::1]:9200'],
  ['a.b.internal.example'],
  ['10.0.0.7:9200'],
])('%s is an own name', (authority) => {
  expect(names.has(authority, '::ffff:10.0.0.7')).toBe(true);
  expect(names.has(authority, '::ffff:10.0.0.7')).toBe(true);
});

it.each([
  ['evil.example:9200'],
  [''],
  ['localhost.evil.example'],
  ['127.0.0.1.evil.example'],
  ['evil.example:9200@localhost'],
  ['evil.example, localhost'],
  ['localhost evil.example'],
  ['internal.example'],
  ['evilinternal.example'],
  ['127.0.0.1:9200:9200'],
  ['127.1'],
  ['2130706433'],
  ['0x7f.0.0.1'],
  ['0.0.0.0:9200'],
  ['[::]:9200'],
  ['10.0.0.8'],
  ['127.0.0.1x'],
])('%j is none', (authority) => {
  expect(names.has(authority, '10.0.0.7')).toBe(false);
});

it('* is every name', () => {
  expect(new OwnNames(['*']).has('evil.example', undefined)).toBe(true);
});

it('an authority without a host has none', () => {
  expect([hostOf(':9200'), hostOf('a b'), hostOf('[::1')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
