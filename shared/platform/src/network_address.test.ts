import { addressParts, publishedAddress } from './network_address.js';

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
