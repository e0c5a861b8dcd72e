import { RequestBody } from '@skein/http';
import { locatedBody } from '../search/search_body.js';
import { readStoredScript } from './put_script.js';

const read = (body: string) =>
  readStoredScript(locatedBody(new RequestBody(Buffer.from(body), 'json')));

const NAME = '[stored script source]';

test.each([
  ['{"script":{"lang":"painless","source":5}}', `[1:39] ${NAME} source doesn't support values of`],
  ['{"script":{"lang":"painless","source":[1]}}', "source doesn't support values of type: START_"],
  ['{"script":{"lang":"painless","source":null}}', "source doesn't support values of type: VALUE"],
  ['{"script":{"lang":5,"source":"1"}}', `[1:19] ${NAME} lang doesn't support values of type`],
  ['{"script":{"lang":"","source":"1"}}', 'lang cannot be empty'],
  ['{"script":{"lang":"painless","source":""}}', 'source cannot be empty'],
  ['{"script":{"lang":"x","source":"1","options":5}}', "options doesn't support values of type"],
  [
    '{"script":{"lang":"x","source":"1","options":{"content_type":null}}}',
    `${NAME} failed to parse field [options]`,
  ],
  [
    '{"script":{"lang":"x","source":"1","options":{"content_type":"t","a":"b"}}}',
    'illegal compiler options [{content_type=t, a=b}] specified',
  ],
  ['{"script":{}}', 'must specify lang for stored script'],
  ['{"script":{"lang":"x"}}', 'must specify source for stored script'],
])('%s is refused', (body, reason) => {
  expect(() => read(body)).toThrow(reason);
});

test.each([
  ['{"script":"x"}', 'unexpected token [VALUE_STRING], expected [{, <source>]', 11],
  ['{"a":1}', 'unexpected field [a], expected [script]', 2],
])('%s is refused at its place', (body, reason, col) => {
  expect(() => read(body)).toThrow(expect.objectContaining({ reason, metadata: { line: 1, col } }));
});

test('unknown keys, and what follows the script, are not read', () => {
  const body = '{"script":{"lang":"painless","source":"1","x":[1]},"y":2}';
  expect(read(body)).toEqual({ lang: 'painless', source: '1', options: {} });
});

test('a template may be empty or an object', () => {
  expect(read('{"script":{"lang":"mustache","source":""}}').source).toBe('');
  expect(read('{"script":{"lang":"mustache","source":{"size":1}}}')).toEqual({
    lang: 'mustache',
    source: '{"size":1}',
    options: { content_type: 'application/json; charset=UTF-8' },
  });
});
