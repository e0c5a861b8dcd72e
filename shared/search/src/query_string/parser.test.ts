import { ApiError } from '@skein/errors';
import fc from 'fast-check';
import { parseQueryString } from './parser.js';
import type { SyntaxNode } from './syntax.js';

/** The tree in one line: `+` must, `-` must not, nothing should. */
function show(node: SyntaxNode): string {
  const boost = node.boost === 1 ? '' : `^${node.boost}`;
  if (node.kind === 'group') {
    const sign = { must: '+', should: '', must_not: '-' };
    return `(${node.clauses.map((each) => sign[each.occur] + show(each.node)).join(' ')})${boost}`;
  }
  const field = node.field === undefined ? '' : `${node.field}:`;
  if (node.kind === 'range') {
    const [open, close] = [node.includeLower ? '[' : '{', node.includeUpper ? ']' : '}'];
    return `${field}${open}${node.lower ?? '*'} TO ${node.upper ?? '*'}${close}${boost}`;
  }
  const slop = node.kind === 'phrase' && node.slop !== undefined ? `~${node.slop}` : '';
  return `${field}${node.kind}<${node.text}>${slop}${boost}`;
}

test.each([
  ['a b', '(words<a b>)'],
  ['a b AND c', '(words<a> +words<b> +words<c>)'],
  ['a OR b AND c', '(words<a> +words<b> +words<c>)'],
  ['+a -b !c NOT d', '(+words<a> -words<b> -words<c> -words<d>)'],
  ['title:(a b)^2 c', '((title:words<a b>)^2 words<c>)'],
  ['"a b"~3^1.5', '(phrase<a b>~3^1.5)'],
  ['n:[1 TO 5} m:>=3', '(n:[1 TO 5} m:[3 TO *])'],
  ['d:["a b" TO *]', '(d:[a b TO *])'],
  ['a\\:b c\\ d', '(words<a:b c d>)'],
  ['wi* h?t \\*x', '(pattern<wi*> pattern<h?t> words<*x>)'],
  ['a b^2', '(words<a> words<b>^2)'],
  ['a && b || c', '(+words<a> +words<b> words<c>)'],
  ['ANDROID ORBIT', '(words<ANDROID ORBIT>)'],
  ['c++ a-b', '(words<c++ a-b>)'],
  ['/a.b/ x~', '(regexp<a.b> fuzzy<x>)'],
])('%s', (text, tree) => {
  expect(show(parseQueryString(text, { defaultOperator: 'or' }))).toBe(tree);
});

test('with AND as the operator', () => {
  const tree = parseQueryString('a b OR c d', { defaultOperator: 'and' });
  expect(show(tree)).toBe('(+words<a> words<b> words<c> +words<d>)');
});

test.each(['a AND (b', 'a)', '"a', '[1 TO', 'a AND', '^2', ':x', '(('])('refuses %s', (text) => {
  expect(() => parseQueryString(text, { defaultOperator: 'or' })).toThrow(/^Cannot parse '/);
});

test('any text is parsed or refused', () => {
  const characters = fc.constantFrom(...'ab"():[]{}^~*?\\/+-!&|<> TO');
  fc.assert(
    fc.property(
      fc.array(characters).map((parts) => parts.join('')),
      (text) => {
        try {
          parseQueryString(text, { defaultOperator: 'or' });
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(ApiError);
        }
      },
    ),
  );
});
