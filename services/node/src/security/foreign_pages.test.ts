/**
 * The endpoints that a page of another origin may call if no tokens are needed: only reading ones.
 */
import { CORS_OFF } from '@skein/http';
import { ENDPOINTS } from '../api/registry.js';
import { openSecurityWith } from './open_security.js';
import { isReading } from './privilege.js';

test('what is written, made, closed, cancelled or configured needs more than a right to read, or has no GET', () => {
  const open = ENDPOINTS.filter(
    ({ routes, privilege }) =>
      routes.some((route) => /^(?:GET|HEAD) /.test(route)) && isReading(privilege),
  ).map(({ id }) => id);
  const changing =
    /put_|delete|create|bulk|^index$|^update|open|close|clear|reindex|refresh|flush|merge|cancel|rethrottle|reroute|shrink|split|clone|add_block|post_|execute|reload|clear_cache|restore/;
  expect(open.filter((id) => changing.test(id))).toEqual([]);
  expect(open).toEqual(expect.arrayContaining(['search', 'info', 'get', 'cat.indices']));
});

test('an origin that CORS lets in may change things, once CORS is on', () => {
  const request = {
    method: 'POST',
    target: '/x/_close',
    headers: { host: 'localhost:9200', origin: 'https://app.example' },
  } as const;
  const rules = { ...CORS_OFF, allowOrigin: 'https://app.example' };
  expect(() => openSecurityWith(rules).checkMayChange(request)).toThrow('http.cors.allow-origin');
  openSecurityWith({ ...rules, enabled: true }).checkMayChange(request);
});
