import { pathChoices } from './path_completion.js';

const ROUTES = [
  'GET /_search',
  'POST /_search',
  'POST /{index}/_search',
  'GET /{index}/_doc/{id}',
  'GET /_cat/indices',
  'GET /_cat/shards/{index}',
  'PUT /{index}',
];

test.each([
  ['GET', '/', ['_cat', '_search'], true],
  ['GET', '/_ca', ['_cat', '_search'], true],
  ['GET', '_cat/', ['indices', 'shards'], false],
  ['GET', '/_cat/shards/', [], true],
  ['POST', '/logs/', ['_search'], false],
  ['HEAD', '/logs/', ['_doc'], false],
  ['POST', '/_cat/', [], false],
  ['DELETE', '/', [], false],
])('%s %s', (method, path, names, isIndex) => {
  expect(pathChoices(ROUTES, method, path)).toEqual({ names, isIndex });
});
