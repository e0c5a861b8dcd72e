import { addressParts, isLoopback, publishedAddress } from './network_address.js';

test.each([
  ['127.0.0.1:9200', { host: '127.0.0.1', port: '9200' }],
  ['[::1]:9200', { host: '::1', port: '9200' }],
])('the parts of %s', (address, parts) => {
  expect(addressParts(address)).toEqual(parts);
});

test.each([
  ['127.0.0.1:9200', {}, '127.0.0.1:9200'],
  ['[::1]:9200', {}, '[::1]:9200'],
  ['0.0.0.0:9200', { host: 'search.example' }, 'search.example:9200'],
  ['[::]:9200', { host: 'fd00::2', port: 443 }, '[fd00::2]:443'],
])('what others are told of %s, given %j', (bound, given, address) => {
  expect(publishedAddress(bound, given)).toBe(address);
});

test.each([
  ['127.0.0.1', true],
  ['127.255.0.9', true],
  ['::1', true],
  ['localhost', true],
  ['127.example.test', false],
  ['127.0.0.1.example.test', false],
  ['10.0.0.1', false],
  ['0.0.0.0', false],
])('an address of this machine alone: %s %s', (address, expected) => {
  expect(isLoopback(address)).toBe(expected);
});
