import { isObject, parseJson, writeJson } from './exact_json.js';

test.each([
  '9223372036854775807',
  '-9223372036854775808',
  '{"a":[9007199254740993,1.5,-2,"9007199254740993",null,true]}',
  '1e+300',
])('%s is written as it was read', (text) => expect(writeJson(parseJson(text))).toBe(text));

it('keeps integers that fit as numbers', () => {
  expect(parseJson('[0, 9007199254740991, 2.5]')).toEqual([0, 9007199254740991, 2.5]);
});

it('says what is no JSON', () => expect(() => parseJson('{"a":')).toThrow(SyntaxError));

it('tells objects from all else', () => {
  expect(['{}', '[]', 'null', '1'].map((text) => isObject(parseJson(text)))).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
