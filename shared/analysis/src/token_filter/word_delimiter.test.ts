/** Positions of joined parts that begin before the first part, as in OpenSearch 2.19. */
import { buildAnalysis } from '../build/build_analysis.js';
import { NOTHING_OUTSIDE } from '../build/outside.js';

function positions(text: string, options: Readonly<Record<string, string>>): string {
  const own = Object.entries(options).map(([key, value]) => [
    `index.analysis.filter.own.${key}`,
    value,
  ]);
  const settings = new Map<string, string>([
    ['index.analysis.analyzer.a.tokenizer', 'whitespace'],
    ['index.analysis.analyzer.a.filter', 'own'],
    ['index.analysis.filter.own.type', 'word_delimiter'],
    ...(own as [string, string][]),
  ]);
  const analyzer = buildAnalysis(settings, NOTHING_OUTSIDE).analyzer('a');
  let position = -1;
  const shown = analyzer?.analyze(text).tokens.map(({ term, positionIncrement }) => {
    position += positionIncrement;
    return `${term}:${position}`;
  });
  return shown?.join(' ') ?? '';
}

const JOINED = { generate_word_parts: 'false', catenate_all: 'true' };

test.each([
  ['x a5b c', 'x:0 a5b:0 5:1 c:2'],
  ['a5b c', 'a5b:0 5:1 c:2'],
  ['5 5a', '5:0 5:1 5a:1'],
  ['x - a5b', 'x:0 a5b:0 5:1'],
  ['a-b c', 'ab:0 c:1'],
])('%s without parts that are words', (text, expected) => {
  expect(positions(text, JOINED)).toBe(expected);
});

test('the original stands before its parts', () => {
  expect(positions('x a5b c', { ...JOINED, preserve_original: 'true' })).toBe(
    'x:0 a5b:1 a5b:1 5:1 c:2',
  );
});
