import { matchesUrl } from './url_pattern.js';

test.each([
  ['http://www.example.org/root/*', 'http://www.example.org/root/a/b', true],
  ['http://www.example.org/root/*', 'http://www.example.org/root', false],
  ['http://www.example.org/root/*', 'https://www.example.org/root/a', false],
  ['http://www.example.org/root/*', 'http://www.example.org:8080/root/a', false],
  ['http://www.example.org/root/*', 'http://evil.example/www.example.org/root/a', false],
  ['http://www.example.org/root/*', 'http://www.example.org/root/a?query', false],
  ['http://www.example.org/*?*#*', 'http://www.example.org/mydata?mirror=1#x', true],
  ['http://*.mydomain.com/*?*#*', 'http://a.mydomain.com/x', true],
  ['http://*.mydomain.com/*', 'http://mydomain.com/x', false],
  ['*://example.org:9/*', 'https://example.org:9/x', true],
  ['file:///backups/*', 'file:///backups/mine/', true],
  ['file:/backups/*', 'file:///backups/mine/', true],
  ['file:/backups/*', 'file:///etc/mine', false],
  ['*', 'http://example.org/', false],
])('%s and %s: %s', (pattern, url, matches) => {
  expect(matchesUrl(pattern, url)).toBe(matches);
});
