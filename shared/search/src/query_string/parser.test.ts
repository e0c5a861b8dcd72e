import { utf8 } from '@skein/bytes';
import { ApiError } from '@skein/errors';
import { refusalOf } from '@skein/errors/testing';
import {
  BreakerAccount,
  BreakerBoard,
  enterRequestMemory,
  giveBackMemory,
  takenMemory,
  termQuery,
} from '@skein/search_library';
import fc from 'fast-check';
import type { Fuzziness } from '../queries/fuzziness.js';
import { parseQueryString } from './parser.js';
import { parseSimple } from './simple_parser.js';
import { occurrencesOf, type SyntaxNode } from './syntax.js';

const LIMITED = { defaultOperator: 'or', maxClauseCount: 1024 } as const;

/** The tree in one line: `+` must, `-` must not, no sign for should. */
function show(node: SyntaxNode): string {
  const boost = node.boost === 1 ? '' : `^${node.boost}`;
  if (node.kind === 'group') {
    const sign = { must: '+', should: '', must_not: '-' };
    const occurs = occurrencesOf(node.clauses, () => true);
    const parts = node.clauses.map((each, i) => sign[occurs[i] ?? 'should'] + show(each.node));
    return `(${parts.join(' ')})${boost}`;
  }
  const field = node.field === undefined ? '' : `${node.field}:`;
  if (node.kind === 'range') {
    const [open, close] = [node.includeLower ? '[' : '{', node.includeUpper ? ']' : '}'];
    return `${field}${open}${node.lower ?? '*'} TO ${node.upper ?? '*'}${close}${boost}`;
  }
  const slop = node.kind === 'phrase' && node.slop !== undefined ? `~${node.slop}` : '';
  const edits = node.kind === 'fuzzy' ? shownFuzziness(node.fuzziness) : '';
  return `${field}${node.kind}<${node.text}>${slop}${edits}${boost}`;
}

function shownFuzziness(fuzziness: Fuzziness | undefined): string {
  if (fuzziness === undefined) return '';
  const { low, high, most } = fuzziness;
  return high === 0 ? `=${most}` : `[${low},${high}]`;
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
  ['a - b', '(words<a> words<-> words<b>)'],
  ['! a +- b', '(words<!> words<a> +words<-> words<b>)'],
  ['a~AUTO b~1.9 c~', '(fuzzy<a>[3,6] fuzzy<b>=1 fuzzy<c>)'],
  ['a~2^3 b^3~2 c', '(fuzzy<a>=2^3 fuzzy<b>=2^3 words<c>)'],
  ['a~-1 b~1e9', '(fuzzy<a>=-1 fuzzy<b>=2)'],
  ['"a b"~ "c d"~x "e f"^3~2.5', '(phrase<a b> phrase<c d> phrase<e f>~2^3)'],
  ['wi*~1 *^2~x /r/~1 n:>5~1', '(pattern<wi*> pattern<*>^2 regexp<r> n:fuzzy<>5>=1)'],
  // Only Lucene's white space separates words.
  ['a\u00a0b\fc\u3000d\te', '(words<a\u00a0b\fc d e>)'],
  ['n:[a\u00a0b TO\tc]', '(n:[a\u00a0b TO c])'],
  // An operator ends where no word can go on.
  ['a AND!b OR[1 TO 2] NOT/c/', '(+words<a> -words<b> [1 TO 2] -regexp<c>)'],
  ['a AND{1 TO 2}', '(+words<a> +{1 TO 2})'],
  ['a &&b ||c AND-d OR* NOT\\e', '(words<a &&b ||c AND-d> pattern<OR*> words<NOTe>)'],
  // A comparison is a word that begins with its sign.
  ['n:>-5 n:<=-5', '(n:{-5 TO *] n:[* TO -5])'],
  ['n:\\>3 n:>=a\\ b', '(n:{3 TO *] n:[a b TO *])'],
  ['n:> 5 n:>', '(n:words<>> words<5> n:words<>>)'],
  ['n:>= n:>>b n:<>b', '(n:{= TO *] n:{>b TO *] n:[* TO >b})'],
  ['n:>5* n:>"5" n:>(5)', '(n:pattern<>5*> n:words<>> phrase<5> n:words<>> (words<5>))'],
  ['>a b', '({a b TO *])'],
  ['a > b <c', '(words<a > b <c>)'],
])('%s', (text, tree) => {
  expect(show(parseQueryString(text, { defaultOperator: 'or', maxClauseCount: 1024 }))).toBe(tree);
});

test('with AND as the operator', () => {
  const tree = parseQueryString('a b OR c d', { defaultOperator: 'and', maxClauseCount: 1024 });
  expect(show(tree)).toBe('(+words<a> words<b> words<c> +words<d>)');
});

test.each(['a AND (b', 'a)', '"a', '[1 TO', 'a AND', '^2', ':x', '(('])('refuses %s', (text) => {
  expect(() => parseQueryString(text, { defaultOperator: 'or', maxClauseCount: 1024 })).toThrow(
    /^Cannot parse '/,
  );
});

test.each([
  ['a\\u006', 'Truncated unicode escape sequence.'],
  ['a:\\u', 'Truncated unicode escape sequence.'],
  ['"\\u00zz"', 'Non-hex character in Unicode escape sequence: z'],
  ['a\\u00*', 'Non-hex character in Unicode escape sequence: *'],
  ['[\\u00 TO b]', 'Truncated unicode escape sequence.'],
])('refuses the escape of %s', (text, reason) => {
  expect(() => parseQueryString(text, LIMITED)).toThrow(`Cannot parse '${text}': ${reason}`);
});

test.each(['a', '"', '/'])('a text of many characters after %s', (start) => {
  const text = `${start}${'a'.repeat(12_000_000)}${start === 'a' ? '' : start}`;
  expect(parseQueryString(text, LIMITED).clauses).toHaveLength(1);
});

test.each([
  ['a~r', 'For input string: "R"'],
  ['a~1.2.3 (', 'multiple points'],
  ['a~NaN', 'For input string: "NAN"'],
  ['a~2~1', 'Encountered "~1" at line 1, column 3'],
  ['(a b)~1', 'Encountered "~1" at line 1, column 5'],
  ['a~AUTO:1,2', 'Encountered ":" at line 1, column 6'],
])('refuses %s for its tilde', (text, reason) => {
  expect(() => parseQueryString(text, { defaultOperator: 'or', maxClauseCount: 1024 })).toThrow(
    reason,
  );
});

test('any text is parsed or refused', () => {
  const characters = fc.constantFrom(...'ab"():[]{}^~*?\\/+-!&|<> TO');
  fc.assert(
    fc.property(
      fc.array(characters).map((parts) => parts.join('')),
      (text) => {
        try {
          parseQueryString(text, { defaultOperator: 'or', maxClauseCount: 1024 });
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(ApiError);
        }
      },
    ),
  );
});

/** The memory taken for a text that should not be read further than necessary. */
function tokensTaken(text: string): { readonly error: ApiError; readonly bytes: number } {
  const shared = BreakerBoard.make(1);
  const board = new BreakerBoard(shared, { row: 0, segmentBytes: () => 0 });
  enterRequestMemory(new BreakerAccount(board, 'request', 1024));
  try {
    const error = refusalOf(() => parseQueryString(text, LIMITED));
    return { error, bytes: takenMemory() };
  } finally {
    giveBackMemory();
    enterRequestMemory(undefined);
  }
}

test.each([
  ['a OR ', 'too many boolean clauses', 'too_many_clauses'],
  ['-a ', 'too many boolean clauses', 'too_many_clauses'],
  ['(a) ', 'too many boolean clauses', 'too_many_clauses'],
])('a million times [%s] is refused at the clause that is too much', (part, detail, type) => {
  const { error, bytes } = tokensTaken(part.repeat(1_000_000));
  expect(error.type).toBe('parse_exception');
  expect(error.message.slice(-detail.length)).toBe(detail);
  expect(error.cause).toMatchObject({ type, message: 'maxClauseCount is set to 1024' });
  expect(bytes).toBeLessThan(1024 * 1024);
});

test('groups of many clauses are counted together', () => {
  const { error, bytes } = tokensTaken(`(${'a^1 '.repeat(1000)})`.repeat(1000));
  expect(error).toMatchObject({
    type: 'too_many_nested_clauses',
    message: 'Query contains too many nested clauses; maxClauseCount is set to 1024',
  });
  expect(bytes).toBeLessThan(2 * 1024 * 1024);
});

const simple = (text: string) =>
  parseSimple(text, {
    ...LIMITED,
    operators: new Set(['and', 'not', 'or', 'precedence', 'whitespace', 'escape']),
    leaf: ({ text: word }) => termQuery('f', utf8(word)),
  });

test.each([
  ['a | '.repeat(1_000_000), 'too_many_clauses'],
  ['(a) | '.repeat(1_000_000), 'too_many_clauses'],
  [`(${'a | '.repeat(1000)} b) | `.repeat(1000), 'too_many_nested_clauses'],
  ['a | b + '.repeat(100_000), 'too_many_nested_clauses'],
])('the simple syntax counts while it reads (%#)', (text, type) => {
  expect(refusalOf(() => simple(text)).type).toBe(type);
});

test('parentheses that never close are looked for once', () => {
  expect(String(simple(`${'('.repeat(1_000_000)}a`))).toBe('f:a');
  expect(String(simple(`${'(a '.repeat(3)}b))`))).toBe(String(simple('a (a (a b))')));
});

test.each([
  ['"a b"~2147483647', 2_147_483_647],
  ['"a b"~1000000000', 1_000_000_000],
  ['"a b"~2147483648', 0],
  ['"a b"~-1', 0],
  ['"a b"~', 2],
])('the slop of %s is any int', (text, slop) => {
  const slops: number[] = [];
  parseSimple(text, {
    ...LIMITED,
    operators: new Set(['phrase', 'near']),
    leaf: (leaf) => {
      if (leaf.kind === 'phrase') slops.push(leaf.slop);
      return undefined;
    },
  });
  expect(slops).toEqual([slop]);
});
