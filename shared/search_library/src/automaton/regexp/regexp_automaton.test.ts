import { beginWork, endWork } from '@skein/base';
import { asApiError } from '@skein/errors';
import fc from 'fast-check';
import { BreakerAccount } from '../../memory/breaker_account.js';
import { BreakerBoard } from '../../memory/breaker_board.js';
import { enterRequestMemory, giveBackMemory, takenMemory } from '../../memory/request_memory.js';
import { DEAD } from '../byte_automaton.js';
import { runText } from '../code_points.js';
import { regexpAutomaton } from './regexp_automaton.js';

const ALL = { intersection: true, complement: true, empty: true, anyString: true, interval: true };

function matches(source: string, text: string, flags: Partial<typeof ALL> = {}): boolean {
  const automaton = regexpAutomaton(source, {
    flags: { ...ALL, ...flags },
    caseInsensitive: false,
    maxDeterminizedStates: 10_000,
  });
  const state = runText(automaton, text);
  return state !== DEAD && automaton.accepts(state);
}

/**
 * Matches a generated expression. One that is too complex for the default limit, which happens now
 * and then, is skipped.
 */
function matchesGenerated(source: string, text: string): boolean {
  try {
    return matches(source, text);
  } catch (error) {
    fc.pre(asApiError(error).type !== 'too_complex_to_determinize_exception');
    throw error;
  }
}

/** Expressions with the same meaning in JavaScript, with texts of their alphabet. */
const { expression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('a', 'b', 'é', '.', '[ab]', '[^a]', '[a-c]', '()'),
    fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `${a}${b}`),
    fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `(${a}|${b})`),
    fc
      .tuple(tie('expression'), fc.constantFrom('*', '+', '?', '{2}', '{1,3}', '{2,}'))
      .map(([a, times]) => `(${a})${times}`),
  ),
}));
const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', '😀'), maxLength: 6 });

test('expressions match what they match in JavaScript', () => {
  fc.assert(
    fc.property(expression, text, (source, subject) => {
      expect(matchesGenerated(source, subject)).toBe(
        new RegExp(`^(?:${source})$`, 'su').test(subject),
      );
    }),
    { numRuns: 2000 },
  );
});

test('complement and intersection are those of the languages', () => {
  fc.assert(
    fc.property(expression, expression, text, (a, b, subject) => {
      const [first, second] = [matchesGenerated(a, subject), matchesGenerated(b, subject)];
      expect(matchesGenerated(`~(${a})`, subject)).toBe(!first);
      expect(matchesGenerated(`(${a})&(${b})`, subject)).toBe(first && second);
      expect(matchesGenerated(`(${a})&~(${b})`, subject)).toBe(first && !second);
    }),
    { numRuns: 1000 },
  );
});

test('an interval holds the numbers between its bounds', () => {
  const bound = fc.nat({ max: 1200 });
  fc.assert(
    fc.property(bound, bound, bound, fc.nat({ max: 2 }), (a, b, value, zeros) => {
      const inside = value >= Math.min(a, b) && value <= Math.max(a, b);
      const fixed = String(a).length === String(b).length;
      const written = '0'.repeat(zeros) + value;
      const expected = inside && (!fixed || written.length === String(a).length);
      expect(matches(`<${a}-${b}>`, written)).toBe(expected);
    }),
  );
});

test.each([
  ['[a', "expected ']' at position 2"],
  ['(a', "expected ')' at position 2"],
  ['a{', 'integer expected at position 2'],
  ['a{1', "expected '}' at position 3"],
  ['a)', 'end-of-string expected at position 1'],
  ['"a', `expected '"' at position 2`],
  ['<1', "expected '>' at position 2"],
  ['[b-a]', 'invalid range: from (98) cannot be > to (97)'],
  ['a\\', 'unexpected end-of-string'],
  ['\\n', 'invalid character class \\110'],
  ['[^\\A]', 'invalid character class \\65'],
  ['a{2,1}', 'invalid repetition range(out of order): 2..1'],
  ['a{2147483648}', 'For input string: "2147483648"'],
  ['a{1,99999999999}', 'For input string: "99999999999"'],
  ['<a-2>', 'interval syntax error at position 4'],
])('%s is refused', (source, reason) => {
  expect(() => matches(source, '')).toThrow(reason);
});

test('without its flag an operator is a character', () => {
  expect(matches('~a', '~a', { complement: false })).toBe(true);
  expect(matches('a&b', 'a&b', { intersection: false })).toBe(true);
  expect(matches('#', '#', { empty: false })).toBe(true);
  expect(matches('@', '@', { anyString: false })).toBe(true);
  expect(matches('<1-2>', '<1-2>', { interval: false })).toBe(true);
  expect(matches('a@', 'axyz')).toBe(true);
  expect(matches('a|#', 'a')).toBe(true);
  expect(matches('\\d\\W\\.', '7-.')).toBe(true);
  expect(matches('"a.b"', 'a.b')).toBe(true);
  expect(matches('"a.b"', 'axb')).toBe(false);
});

test('a backslash before a letter names a class only where a character may stand', () => {
  expect(matches('[a-\\z]', 'q')).toBe(true);
  expect(matches('"\\n"', '\\n')).toBe(true);
  expect(matches('\\_\\\\\\é', '_\\é')).toBe(true);
});

test('an expression with too many states is refused by name', () => {
  expect(() => matches('.*a.{20}', '')).toThrow(
    'Determinizing .*a.{20} would require more than 10000 effort.',
  );
  expect(matches('(a{900})', 'a'.repeat(900))).toBe(true);
  expect(() => matches('((a{900}){900}){900}', '')).toThrow('more than 10000 effort');
});

test.each([
  ['abcdef', 'abcdef', 1],
  ['a', 'a', 0],
  ['a', 'a', -1],
  ['a?b?c?', 'ac', 2],
  ['.*foo.*bar.*', 'a foo and a bar', 10],
])('%s for %s needs none of %d determinized states', (source, text, maxDeterminizedStates) => {
  const options = { flags: ALL, caseInsensitive: false, maxDeterminizedStates };
  const automaton = regexpAutomaton(source, options);
  expect(automaton.accepts(runText(automaton, text))).toBe(true);
  expect(() => regexpAutomaton(`.*${source}.{20}`, options)).toThrow('would require more than');
});

test('an interval of very many digits is read at once', () => {
  const zeros = '0'.repeat(400);
  expect(matches(`<${zeros}1-${zeros}25>`, `${zeros}17`)).toBe(true);
  expect(matches(`<${zeros}1-${zeros}25>`, `${zeros}26`)).toBe(false);
  expect(() => matches(`<1-${'9'.repeat(900)}>`, '')).toThrow('interval syntax error');
});

/** An expression with millions of states. */
const ENDLESS = '(.*a.{20})&(.*b.{18})';
const build = () =>
  regexpAutomaton(ENDLESS, {
    flags: ALL,
    caseInsensitive: false,
    maxDeterminizedStates: 2_000_000_000,
  });

test('what an expression is made of is counted before it is made, and given back', () => {
  const shared = BreakerBoard.make(1);
  const board = new BreakerBoard(shared, { row: 0, segmentBytes: () => 0 });
  const limitBytes = 8 * 1024 * 1024;
  board.changeLimits({
    ...board.limits,
    children: {
      ...board.limits.children,
      request: { limitBytes, overhead: 1, isNoop: false },
    },
  });
  enterRequestMemory(new BreakerAccount(board, 'request', 1024));
  try {
    expect(build).toThrow('[request] Data too large, data for [<automaton>] would be');
    expect(takenMemory()).toBeGreaterThan(limitBytes / 2);
    giveBackMemory();
    expect(takenMemory()).toBe(0);
  } finally {
    enterRequestMemory(undefined);
  }
});

test('an expression that nobody waits for any more is not made to its end', () => {
  let looks = 0;
  beginWork(() => {
    if (++looks === 1000) throw new Error('nobody waits');
  });
  try {
    expect(build).toThrow('nobody waits');
    expect(looks).toBe(1000);
  } finally {
    endWork();
  }
});
