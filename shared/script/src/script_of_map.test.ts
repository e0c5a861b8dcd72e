import type { JsonValue } from '@skein/content';
import { scriptOfMap } from './script_of_map.js';

test('a text, a source and an id', () => {
  const plain = { lang: 'painless', options: {}, params: {} };
  expect(scriptOfMap('1')).toEqual({ ...plain, type: 'inline', idOrCode: '1' });
  expect(scriptOfMap({ source: '1', more: 2, params: { a: 1 } })).toEqual({
    ...plain,
    type: 'inline',
    idOrCode: '1',
    params: { a: 1 },
  });
  expect(scriptOfMap({ id: 'x' })).toMatchObject({ type: 'stored', idOrCode: 'x' });
});

test.each<[JsonValue, string]>([
  [[], 'Script value should be a String or a Map'],
  [{}, 'Expected one of [source] or [id] fields, but found none'],
  [{ id: 1, source: 'x' }, 'Value must be of type String: [id]'],
  [{ source: 'x', params: [] }, 'Value must be of type Map: [params]'],
  [{ id: 'x', lang: 'painless' }, '[lang] cannot be specified for stored scripts'],
  [{ source: 'x', options: { a: 'b' } }, 'illegal compiler options [{a=b}] specified'],
])('%j is refused: %s', (json, reason) => {
  expect(() => scriptOfMap(json)).toThrow(reason);
});
