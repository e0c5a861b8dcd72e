import { template } from '../../contexts/template.js';
import { mustache } from './language.js';

const compile = (source: string) =>
  mustache.compile(source, template, { regexes: true, given: {} }).script;
const render = (source: string, params = {}, contentType?: string) =>
  compile(source).render(params, contentType);

it.each([
  ['{{x}}', { x: 'a"b\n<&>' }, 'a\\"b\\n<&>'],
  ['{{{x}}} {{&x}}', { x: 'a"b' }, 'a"b a"b'],
  ['{{a}} {{b}} {{c}} {{d}}', { a: 1, b: { '\0double': 2 }, c: true, d: null }, '1 2.0 true '],
  ['{{m}} {{l}}', { m: { x: [1] }, l: [1, 'b'] }, '{x=[1]} {0=1, 1=b}'],
  ['{{l.0}} {{l.size}} {{m.x.y}} {{m.z.y}}', { l: [5, 6], m: { x: { y: 7 } } }, '5 2 7 '],
  ['{{#l}}[{{.}}]{{/l}}{{^l}}none{{/l}}', { l: [1, 'a', null] }, '[1][a][]'],
  ['{{#l}}x{{/l}}{{^l}}none{{/l}}', { l: [] }, 'none'],
  ['{{#z}}0{{/z}}{{^e}}E{{/e}}{{#f}}F{{/f}}', { z: 0, e: '', f: false }, '0E'],
  ['{{#m}}{{x}}{{y}}{{/m}}', { m: { x: 1 }, y: 2 }, '12'],
  ['{{#toJson}}l{{/toJson}}', { l: [1, 'a"b', { c: 2.5 }] }, '[1,"a\\"b",{"c":2.5}]'],
  ['[{{#toJson}}nope{{/toJson}}]', {}, '[]'],
  ['{{#join}}l{{/join}}', { l: [1, 'b', 2.5] }, '1,b,2.5'],
  ["{{#join delimiter='||'}}l{{/join delimiter='||'}}", { l: ['a', 'b'] }, 'a||b'],
  ['{{#join}}l{{/join}}', { l: [[1, 2], [], { a: 1 }] }, '[1, 2],[],{a=1}'],
  ['{{#join}}nope{{/join}}', {}, 'nope'],
  ['{{#join}}l{{/join}}', { l: 'a' }, 'l'],
  ['{{#join}}l{{/join}}', { l: { a: 1 } }, 'l'],
  ['{{#url}}a b{{x}}{{/url}}', { x: '/é' }, 'a+b%2F%C3%A9'],
  ['{{=<% %>=}}<% x %>', { x: 1 }, '1'],
  ['{{! a comment }}x', {}, 'x'],
  ['{{__proto__}}{{constructor}}{{x.constructor}}', { x: 'a' }, ''],
])('%s', (source, params, expected) => {
  expect(render(source, params)).toBe(expected);
});

it('escapes by content type', () => {
  expect(render('{{x}}', { x: '"é"' }, 'text/plain')).toBe('"é"');
  expect(render('{{x}}', { x: 'a b' }, 'application/x-www-form-urlencoded')).toBe('a+b');
  expect(() => render('{{x}}', { x: 1 }, 'a/b')).toThrow('No encoder found for MIME type [a/b]');
});

it.each([
  ['{{#a}}', "Failed to close 'a' tag @[query-template:1]"],
  ['{{/x}}', 'Mismatched start/end tags: null != x in query-template:1 @[query-template:1]'],
  [
    'a\n{{#a}}\n{{/ b }}',
    'Mismatched start/end tags: a != b in query-template:3 @[query-template:3]',
  ],
  [
    '{{=<% %>=}}<%#a%><%/b%>',
    'Mismatched start/end tags: a != b in query-template:1 @[query-template:1]',
  ],
  ['{{x', 'Improperly closed variable @[query-template:1]'],
  ['{{> x}}', 'Template x not found'],
])('%s is refused', (source, words) => {
  expect(() => compile(source)).toThrow(words);
});

it('ends what would never end', () => {
  const depth = 12;
  const open = '{{#l}}'.repeat(depth);
  const close = '{{/l}}'.repeat(depth);
  const l = Array.from({ length: 10 }, (_, i) => i);
  expect(() => render(`${open}x${close}`, { l })).toThrow();
  const long = Array.from({ length: 30_000 }, (_, i) => i);
  expect(() => render('{{#l}}{{#l}}{{/l}}{{/l}}', { l: long })).toThrow();
});
