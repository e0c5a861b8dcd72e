/**
 * Patterns in the form of Apache FOP, written for these words; the places are those of Lucene's
 * `HyphenationTree`.
 */
import { utf8 } from '@skein/bytes';
import { buildAnalysis, NOTHING_OUTSIDE } from '../mod.js';
import { hyphenationPoints, readPatterns } from './hyphenation_patterns.js';

const XML = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE hyphenation-info SYSTEM "hyphenation.dtd">
<hyphenation-info>
  <hyphen-char value="="/>
  <classes>aA bB cC eE fF kK lL nN sS tT uU xX</classes>
  <exceptions>
    fuss=ball
    <![CDATA[]]>tak<hyphen pre="-" no="x"/>tak
  </exceptions>
  <patterns>
    1ta
    f1f
    e2e1t
    .kaf2f
    <!-- behind a comment -->
    s2s
  </patterns>
</hyphenation-info>`;
const patterns = readPatterns(XML);

test.each([
  ['kaffeetasse', [0, 6, 11]],
  ['KaffeeTasse', [0, 6, 11]],
  ['kaff', []],
  ['baffa', [0, 3, 5]],
  ['tata', [0, 2, 4]],
  ['fussball', [0, 4, 8]],
  ['takxtak', [0, 3, 7]],
  // Characters that are no letters may stand at one end only.
  ['1tata', [0, 3, 4]],
  ['tata1', [0, 2, 4]],
  ['ta1ta', []],
  ['t', []],
  ['', []],
])('%s', (word, points) => expect(hyphenationPoints(word, patterns)).toEqual(points));

const filesOf = (xml: string) => ({ ...NOTHING_OUTSIDE, readFile: () => utf8(xml) });

function partsOf(text: string, settings: Readonly<Record<string, string>>, xml = XML): string[] {
  const filter = {
    type: 'hyphenation_decompounder',
    hyphenation_patterns_path: 'de.xml',
    ...settings,
  };
  const flat: [string, string][] = Object.entries(filter).map(([key, value]) => [
    `index.analysis.filter.parts.${key}`,
    value,
  ]);
  flat.push(['index.analysis.analyzer.a.tokenizer', 'whitespace']);
  flat.push(['index.analysis.analyzer.a.filter', 'parts']);
  const analyzer = buildAnalysis(new Map(flat), filesOf(xml)).analyzer('a');
  return analyzer?.analyze(text).tokens.map(({ term }) => term) ?? [];
}

test('words of the list between two places, a letter behind them allowed', () => {
  const list = { word_list: 'kaffee,tass,tata,ta' };
  expect(partsOf('kaffeetasse', list)).toEqual(['kaffeetasse', 'kaffee', 'tass']);
  expect(partsOf('tatata', list)).toEqual(['tatata', 'tata', 'ta', 'tata', 'ta', 'ta']);
  expect(partsOf('tatata', { ...list, only_longest_match: 'true' })).toEqual([
    'tatata',
    'tata',
    'tata',
    'ta',
  ]);
  expect(partsOf('tatata', { ...list, max_subword_size: '3' })).toEqual([
    'tatata',
    'ta',
    'ta',
    'ta',
  ]);
  expect(partsOf('tatata', { ...list, min_word_size: '7' })).toEqual(['tatata']);
});

test('what is no XML is refused', () => {
  const list = { word_list: 'ta' };
  expect(() => partsOf('tata', list, '<patterns>1ta')).toThrow(
    'Exception while reading hyphenation_patterns_path.',
  );
});

const SHIP = `<?xml version="1.0" encoding="UTF-8"?>
<hyphenation-info>
  <classes>aA dD cC eE fF hH iI mM nN oO pP sS uU</classes>
  <patterns>o1n u1d d1a m1p f1s i1f f1f e1d</patterns>
</hyphenation-info>`;

// OpenSearch 2.19.1 gives these words with the same file.
test.each([
  [{}, 'donaudampf donau donau dampfschiff dampf ampf schiff'],
  [{ no_sub_matches: 'true' }, 'donaudampf dampfschiff'],
  [{ no_overlapping_matches: 'true' }, 'donaudampf schiff'],
  [{ no_sub_matches: 'true', no_overlapping_matches: 'true' }, 'donaudampf schiff'],
  [{ only_longest_match: 'true' }, 'donaudampf dampfschiff ampf schiff'],
])('words inside and over one another, with %j', (options, expected) => {
  const list = { word_list: 'donau,dampf,schiff,donaudampf,dampfschiff,ampf,schiffe' };
  const [whole, ...parts] = partsOf('donaudampfschiff', { ...list, ...options }, SHIP);
  expect(whole).toBe('donaudampfschiff');
  expect(parts.join(' ')).toBe(expected);
});
