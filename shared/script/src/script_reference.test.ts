import type { JsonValue } from '@skein/content';
import { refusalOf } from '@skein/errors/testing';
import { parseScript } from './script_reference.js';

const JSON_TYPE = 'application/json; charset=UTF-8';

test('a template written as an object keeps its content type beside other options', () => {
  const source = { query: {} };
  const options = { content_type: JSON_TYPE };
  for (const script of [{ source, options: {} }, { options: {}, source }, { source }]) {
    expect(parseScript(script).options).toEqual(options);
  }
  expect(parseScript({ source, options: { content_type: 'text/plain' } }).options).toEqual({
    content_type: 'text/plain',
  });
});

test.each<[JsonValue, string]>([
  [null, 'VALUE_NULL'],
  [{}, 'START_OBJECT'],
  [[], 'START_ARRAY'],
])('an option is no text: %j', (value, token) => {
  const refused = refusalOf(() => parseScript({ source: '1', options: { content_type: value } }));
  expect(refused.reason).toBe('[script] failed to parse field [options]');
  expect(refused.cause).toMatchObject({ reason: `Can't get text on a ${token}` });
});

test('only the options that do not exist are named', () => {
  const options = { content_type: JSON_TYPE, a: 1, b: 'x' };
  expect(() => parseScript({ source: '1', options })).toThrow(
    'illegal compiler options [{a=1, b=x}] specified',
  );
});
