/** Tests what a form says, and which forms other parsers could read differently. */
import { decodeFormText, parseForm } from './form.js';

test.each<[string, readonly (readonly [string, string])[]]>([
  ['', []],
  ['a=b', [['a', 'b']]],
  [
    'a=b&c=d&',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['&&a=b', [['a', 'b']]],
  ['a', []],
  ['a=', []],
  ['=x', [['', 'x']]],
  ['a==b=c', [['a', '=b=c']]],
  ['a+b=c+d%2B', [['a b', 'c d+']]],
  ['%61=%C3%A9', [['a', 'é']]],
])('%j is %j', (body, entries) => {
  expect([...parseForm(body)]).toEqual(entries);
});

test.each(['a=1&a=2', 'a=1&a=', 'a&a', 'a=1&%61=1', '=1&=2'])('%j says a thing twice', (body) => {
  expect(() => parseForm(body)).toThrow('a parameter is given more than once');
});

test.each(['a=%', 'a=%zz', '%C3=a', 'a=%00', '%00=a', 'a=\0'])('%j is not encoded well', (body) => {
  expect(() => parseForm(body)).toThrow('a parameter is not properly encoded');
});

test('text of a form has spaces for its plus signs', () => {
  expect(decodeFormText('a+b%20c%2b')).toBe('a b c+');
});
