import { ApiError } from '@skein/errors';
import type { HttpMethod } from './method.js';
import { Router } from './router.js';
import { parseTarget } from './uri.js';

const ROUTES = [
  'GET /',
  'HEAD /',
  'GET /{index}',
  'PUT /{index}',
  'DELETE /{index}',
  'GET /_search',
  'POST /_search',
  'GET /{index}/_search',
  'POST /{index}/_search',
  'PUT /{index}/_doc/{id}',
  'GET /{name}/_alias',
  'GET /_cat/indices',
  'GET /_cat/indices/{index}',
  'GET /_nodes/{node_id}/stats',
  'GET /_nodes/stats/{metric}',
];

const router = new Router<string>();
for (const route of ROUTES) router.add(route, route);

function match(method: HttpMethod, path: string) {
  return router.match(method, parseTarget(path).segments);
}

test.each<[HttpMethod, string, string, Record<string, string>]>([
  ['GET', '/', 'GET /', {}],
  ['HEAD', '/', 'HEAD /', {}],
  ['GET', '/logs', 'GET /{index}', { index: 'logs' }],
  ['HEAD', '/logs', 'GET /{index}', { index: 'logs' }],
  ['GET', '/_search', 'GET /_search', {}],
  ['GET', '/_search/', 'GET /_search', {}],
  ['DELETE', '/_search', 'DELETE /{index}', { index: '_search' }],
  ['GET', '/a%2Cb/_search', 'GET /{index}/_search', { index: 'a,b' }],
  ['PUT', '/i/_doc/a%2Fb', 'PUT /{index}/_doc/{id}', { index: 'i', id: 'a/b' }],
  ['PUT', '/i/_doc/a+b', 'PUT /{index}/_doc/{id}', { index: 'i', id: 'a+b' }],
  ['GET', '/i/_alias', 'GET /{name}/_alias', { name: 'i' }],
  ['GET', '/_cat/indices/x', 'GET /_cat/indices/{index}', { index: 'x' }],
  ['GET', '/_nodes/stats/jvm', 'GET /_nodes/stats/{metric}', { metric: 'jvm' }],
  ['GET', '/_nodes/n1/stats', 'GET /_nodes/{node_id}/stats', { node_id: 'n1' }],
  ['GET', '/_nodes/stats/stats', 'GET /_nodes/stats/{metric}', { metric: 'stats' }],
  ['GET', '/__proto__', 'GET /{index}', { index: '__proto__' }],
])('%s %s', (method, path, route, pathParams) => {
  expect(match(method, path)).toEqual({ kind: 'found', handler: route, pathParams });
});

test('a known path with another method lists the methods of all matching routes', () => {
  expect(match('PUT', '/_search')).toMatchObject({ kind: 'found', handler: 'PUT /{index}' });
  expect(match('PATCH', '/_search')).toEqual({
    kind: 'wrong_method',
    allowed: ['GET', 'POST', 'PUT', 'DELETE'],
  });
  expect(match('POST', '/x/_alias')).toEqual({ kind: 'wrong_method', allowed: ['GET'] });
});

test('an unknown path', () => {
  expect(match('GET', '/a/b/c/d')).toEqual({ kind: 'unknown_path' });
  expect(match('GET', '/_cat/nope')).toEqual({ kind: 'unknown_path' });
});

test('a route taken twice is our mistake', () => {
  expect(() => router.add('GET /', 'again')).toThrow('taken');
  expect(() => router.add('FETCH /', 'what')).toThrow('malformed route');
});

test('targets: plus is a space in the query only, the last of repeated parameters wins, bad escapes are refused', () => {
  const target = parseTarget('/a+b?q=x+y%2Bz&q2&pretty=&a=1&a=2');
  expect(target.segments).toEqual(['a+b']);
  expect([...target.query]).toEqual([
    ['q', 'x y+z'],
    ['q2', ''],
    ['pretty', ''],
    ['a', '2'],
  ]);
});

test.each<[string, [string, string][]]>([
  [
    'a=1;b=2',
    [
      ['a', '1'],
      ['b', '2'],
    ],
  ],
  ['a=1#b=2', [['a', '1']]],
  [
    '=x&==y=z&a==',
    [
      ['x', ''],
      ['y', 'z'],
      ['a', '='],
    ],
  ],
  [
    'a=100%%&b=%%41',
    [
      ['a', '100%'],
      ['b', '%41'],
    ],
  ],
  [
    'a=%C3%A9&b=%ff%c3',
    [
      ['a', 'é'],
      ['b', '\ufffd\ufffd'],
    ],
  ],
  ['a=%EF%BB%BFx', [['a', '\ufeffx']]],
  ['a=\xc3\xa9+x', [['a', 'é x']]],
])('the query %s', (text, pairs) => {
  expect([...parseTarget(`/?${text}`).query]).toEqual(pairs);
});

test.each([
  ['/a%zzb', "invalid escape sequence `%zz' at index 1 of: a%zzb"],
  ['/a%1gb', "invalid escape sequence `%1g' at index 1 of: a%1gb"],
  ['/a%1', 'partial escape sequence at end of string: a%1'],
  ['/x?a=b+%', 'unterminated escape sequence at end of string: b+%'],
])('the bad escape of %s', (target, reason) => {
  expect(() => parseTarget(target)).toThrow(new ApiError('illegal_argument_exception', reason));
});
