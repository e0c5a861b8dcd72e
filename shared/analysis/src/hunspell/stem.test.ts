/**
 * Small dictionaries, one for each feature of an affix file. The stems follow from Hunspell's own
 * manual and Lucene's rules.
 */
import { utf8 } from '@skein/bytes';
import { buildAnalysis, NOTHING_OUTSIDE } from '../mod.js';
import { readDictionary } from './dictionary.js';
import { hunspellStems } from './stem.js';

const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim())
    .join('\n');
const stemsWith = (affixes: string, words: string) => {
  const list = lines(words);
  const count = list.split('\n').length;
  const dictionary = readDictionary({
    affixes: utf8(`SET UTF-8\n${lines(affixes)}\n`),
    words: [utf8(`${count}\n${list}\n`)],
  });
  return (word: string) => hunspellStems(word, dictionary).join(' ');
};

test('prefixes and suffixes, alone and together, on their conditions', () => {
  const stems = stemsWith(
    `PFX U Y 1
     PFX U 0 un .
     SFX S Y 3
     SFX S y ies [^aeiou]y
     SFX S 0 s [^y]
     SFX S 0 s [aeiou]y
     SFX N N 1
     SFX N 0 ness .`,
    `happy/UN
     tie/US
     pony/S
     boy/S`,
  );
  const expected = {
    ponies: 'pony',
    ponys: '',
    boys: 'boy',
    boies: '',
    untie: 'tie',
    unties: 'tie',
    unpony: '',
    happyness: 'happy',
    // The suffix may not stand together with a prefix.
    unhappyness: '',
    pony: 'pony',
    nothing: '',
  };
  for (const [word, stem] of Object.entries(expected))
    expect([word, stems(word)]).toEqual([word, stem]);
});

test('a suffix that another follows', () => {
  const stems = stemsWith(
    `SFX A Y 1
     SFX A 0 er/B .
     SFX B Y 1
     SFX B 0 s .`,
    'work/A',
  );
  expect(['worker', 'workers', 'works'].map(stems)).toEqual(['work', 'work', '']);
});

test('flags of two letters, of numbers, and lists of them by number', () => {
  const long = stemsWith('FLAG long\nSFX Aa Y 1\nSFX Aa 0 s .', 'dog/ZzAa');
  expect([long('dogs'), long('dog')]).toEqual(['dog', 'dog']);
  const numbers = stemsWith('FLAG num\nSFX 1001 Y 1\nSFX 1001 0 s .', 'dog/7,1001\ncat/1');
  expect([numbers('dogs'), numbers('cats')]).toEqual(['dog', '']);
  const aliases = stemsWith('AF 2\nAF X\nAF S\nSFX S Y 1\nSFX S 0 s .', 'dog/2\ncat/1');
  expect([aliases('dogs'), aliases('cats')]).toEqual(['dog', '']);
});

test('words that need an affix or are parts of others; forbidden ones have stems, as in Lucene', () => {
  const stems = stemsWith(
    `NEEDAFFIX X
     FORBIDDENWORD F
     ONLYINCOMPOUND O
     SFX S Y 1
     SFX S 0 s .`,
    `root/XS
     bad/FS
     part/OS`,
  );
  expect(['root', 'roots', 'bad', 'bads', 'part', 'parts'].map(stems)).toEqual([
    '',
    'root',
    'bad',
    'bad',
    '',
    '',
  ]);
});

test('letters that are converted in words and back in stems', () => {
  const stems = stemsWith(
    `ICONV 2
     ICONV ’ '
     ICONV ’’ "
     OCONV 1
     OCONV ' ’
     SFX S Y 1
     SFX S 0 s .`,
    `don't/S
     a"b`,
  );
  expect(['don’t', "don'ts", 'DON’T', 'a’’b'].map(stems)).toEqual([
    'don’t',
    'don’t',
    'don’t',
    'a"b',
  ]);
});

test('words of several capitals are found with one, and names behind an apostrophe', () => {
  const stems = stemsWith('SFX S Y 1\nSFX S 0 s .', "iPod/S\nIBM/S\nNATO\nSant'Elia/S");
  expect(['IPODS', 'ipods', 'Ibms', 'IBM', 'Nato', "SANT'ELIAS"].map(stems)).toEqual([
    'Ipod',
    '',
    'Ibm',
    'IBM Ibm',
    '',
    "Sant'Elia Sant'elia",
  ]);
});

test('capitals for a sharp s, also of words that keep their case', () => {
  const stems = stemsWith(
    'CHECKSHARPS\nKEEPCASE k\nSFX S Y 1\nSFX S 0 en .',
    'straße/S\nFuß/k\nMasse\nkg/k',
  );
  expect(['STRASSE', 'STRASSEEN', 'FUSS', 'FUß', 'fuß', 'MASSE', 'KG'].map(stems)).toEqual([
    'straße',
    'straße',
    'Fuß',
    'Fuß',
    '',
    'Masse',
    '',
  ]);
  expect(stemsWith('SFX S Y 1\nSFX S 0 en .', 'straße/S')('STRASSE')).toBe('');
});

test('both parts of a circumfix', () => {
  const stems = stemsWith(
    `CIRCUMFIX X
     PFX A Y 1
     PFX A 0 leg/X .
     PFX B Y 1
     PFX B 0 legesleg/X .
     SFX C Y 2
     SFX C 0 obb .
     SFX C 0 obb/AXB .`,
    'nagy/C',
  );
  expect(['nagy', 'nagyobb', 'legnagyobb', 'legeslegnagyobb', 'legnagy'].map(stems)).toEqual([
    'nagy',
    'nagy',
    'nagy',
    'nagy',
    '',
  ]);
});

test('words in other letters than the dictionary has them', () => {
  const stems = stemsWith('KEEPCASE K\nSFX S Y 1\nSFX S 0 s .', 'dog/S\nParis\nkg/K');
  expect(['Dogs', 'DOGS', 'dOGS', 'PARIS', 'paris', 'Kg', 'kg'].map(stems)).toEqual([
    'dog',
    'dog',
    '',
    'Paris',
    '',
    '',
    'kg',
  ]);
});

test('a stem that the dictionary gives, two meanings of a word, an escaped slash', () => {
  const stems = stemsWith(
    'SFX S Y 1\nSFX S 0 s .',
    `mice st:mouse
     saw/S po:noun
     saw st:see
     and\\/or`,
  );
  expect(['mice', 'saw', 'saws', 'and/or'].map(stems)).toEqual([
    'mouse',
    'saw see',
    'saw',
    'and/or',
  ]);
});

test('letters that are ignored, an ending that is the whole word, another encoding', () => {
  expect(stemsWith('IGNORE -', 'wifi')('wi-fi')).toBe('wifi');
  const affixes = 'SFX S Y 1\nSFX S a o a';
  expect(stemsWith(affixes, 'a/S')('o')).toBe('');
  expect(stemsWith(`FULLSTRIP\n${affixes}`, 'a/S')('o')).toBe('a');
  const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const french = { affixes: latin('SET ISO8859-1\n'), words: [latin('1\nété\n')] };
  expect(hunspellStems('été', readDictionary(french))).toEqual(['été']);
});

describe('the filter', () => {
  const files: Readonly<Record<string, string | undefined>> = {
    'hunspell/en/en.aff': 'SET UTF-8\nSFX S Y 1\nSFX S 0 s .\n',
    'hunspell/en/a.dic': '1\nfox/S\n',
    'hunspell/en/b.dic': '2\nfoxs\ndog/S\n',
  };
  const outside = {
    ...NOTHING_OUTSIDE,
    readFile: (path: string) => (files[path] === undefined ? undefined : utf8(files[path])),
    filesIn: (folder: string) =>
      folder === 'hunspell/en' ? ['a.dic', 'b.dic', 'en.aff'] : undefined,
  };
  const terms = (settings: Record<string, string>, text: string) => {
    const flat = Object.entries({ type: 'hunspell', ...settings }).map(
      ([key, value]): [string, string] => [`index.analysis.filter.h.${key}`, value],
    );
    flat.push(['index.analysis.analyzer.a.tokenizer', 'whitespace']);
    flat.push(['index.analysis.analyzer.a.filter', 'h']);
    const analyzer = buildAnalysis(new Map(flat), outside).analyzer('a');
    return analyzer
      ?.analyze(text)
      .tokens.map(({ term, positionIncrement }) => `${term}+${positionIncrement}`)
      .join(' ');
  };

  it('puts all stems where the word stood, of all files', () => {
    expect(terms({ locale: 'en' }, 'foxs dogs cats')).toBe('foxs+1 fox+0 dog+1 cats+1');
    expect(terms({ language: 'en', longest_only: 'true' }, 'foxs')).toBe('foxs+1');
  });

  it.each(['fr', '../en', 'en/..', ''])('refuses the locale %j', (locale) => {
    expect(() => terms({ locale }, 'a')).toThrow(
      `Failed to load hunspell dictionary for locale: ${locale}`,
    );
  });
});
