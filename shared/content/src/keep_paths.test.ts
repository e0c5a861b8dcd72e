import { keepPaths } from './keep_paths.js';

function kept(source: string, ...paths: readonly string[]): string {
  const bytes = keepPaths(new TextEncoder().encode(source), (path) => paths.includes(path));
  return new TextDecoder().decode(bytes);
}

test.each<[string, readonly string[], string]>([
  ['{"a":1,"b":2,"c":3}', ['b'], '{"b":2}'],
  ['{"a":1,"b":2,"c":3}', ['a', 'c'], '{"a":1,"c":3}'],
  ['{"a":1}', [], '{}'],
  ['{"a":1}', ['x'], '{}'],
  ['{ "a" : 1.0e2 , "b" : "\\u00e9" }', ['a', 'b'], '{"a":1.0e2,"b":"\\u00e9"}'],
  ['{"a":{"b":1,"c":2},"d":3}', ['a.b'], '{"a":{"b":1}}'],
  ['{"a":{"b":1},"d":3}', ['d'], '{"d":3}'],
  ['{"a":{"b":{"c":1}}}', ['a.b.c'], '{"a":{"b":{"c":1}}}'],
  ['{"a":{"b":1}}', ['a'], '{"a":{}}'],
  ['{"a":{}}', ['a'], '{"a":{}}'],
  ['{"a":[1,2,3]}', ['a'], '{"a":[1,2,3]}'],
  ['{"a":[1,2,3],"b":4}', ['b'], '{"b":4}'],
  ['{"a":[]}', ['a'], '{"a":[]}'],
  ['{"a":[]}', [], '{}'],
  ['{"a":[{"b":1},{"c":2},{"b":3}]}', ['a.b'], '{"a":[{"b":1},{},{"b":3}]}'],
  ['{"a":[{"c":1},5,{"b":3}]}', ['a.b'], '{"a":[{},{"b":3}]}'],
  ['{"a":[{"c":1},{"c":2}]}', ['a.b'], '{}'],
  ['{"a":[[1,2],[{"b":1}]]}', ['a.b'], '{"a":[[{"b":1}]]}'],
  ['{"a":null,"b":true}', ['a', 'b'], '{"a":null,"b":true}'],
  ['[1]', ['a'], '{}'],
])('of %s the paths %j leave %s', (source, paths, left) => {
  expect(kept(source, ...paths)).toBe(left);
});
