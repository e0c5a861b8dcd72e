import { buildAnalysis, NOTHING_OUTSIDE } from '../mod.js';
import { ENCODERS } from '../phonetic/encoders.js';

const encode = (name: string, word: string, maxCodeLength = 4) =>
  ENCODERS.find(({ names }) => names.includes(name))?.create({ maxCodeLength })(word);

describe('encoders', () => {
  test.each([
    ['Robert', 'R163'],
    ['Rupert', 'R163'],
    ['Rubin', 'R150'],
    ['Ashcraft', 'A261'],
    ['Tymczak', 'T522'],
    ['Pfister', 'P236'],
    ['Honeyman', 'H555'],
    ["O'Hara", 'O600'],
  ])('soundex of %s', (word, code) => expect(encode('soundex', word)).toEqual([code]));

  test.each([
    ['testing', 'T6036084'],
    ['quick', 'Q503'],
    ['jumped', 'J408106'],
    ['lazy', 'L7050'],
  ])('refined soundex of %s', (word, code) =>
    expect(encode('refined_soundex', word)).toEqual([code]),
  );

  test.each([
    ['howl', 'HL'],
    ['testing', 'TSTN'],
    ['knight', 'NT'],
    ['phish', 'FX'],
    ['comb', 'KM'],
    ['gnu', 'N'],
    ['science', 'SNS'],
    ['schedule', 'SKTL'],
    ['character', 'KRKT'],
    ['teach', 'TX'],
    ['dodgy', 'TJ'],
    ['thumb', '0M'],
    ['night', 'NT'],
    ['Aero', 'ER'],
    ['x', 'X'],
    ['xalan', 'SLN'],
  ])('metaphone of %s', (word, code) => expect(encode('metaphone', word)).toEqual([code]));

  test.each([
    ['Smith', ['SM0', 'XMT']],
    ['Schmidt', ['XMT', 'SMT']],
    ['Thompson', ['TMPS']],
    ['Wałęsa', ['AS', 'FS']],
    ['McConnell', ['MKNL']],
    ['cabrillo', ['KPRL', 'KPR']],
  ])('double metaphone of %s', (word, codes) =>
    expect(encode('double_metaphone', word)).toEqual(codes),
  );

  test('a double metaphone may be longer', () => {
    expect(encode('double_metaphone', 'international', 8)).toEqual(['ANTRNXNL']);
  });

  test.each(['soundex', 'refined_soundex'])('%s says nothing of other alphabets', (name) => {
    expect(encode(name, 'Мария')).toEqual([]);
    expect(encode(name, '123')).toEqual([]);
  });
});

describe('the token filter', () => {
  const tokens = (settings: Record<string, string>, text: string) => {
    const given = Object.entries(settings).map(([key, value]): [string, string] => [
      `index.analysis.filter.p.${key}`,
      value,
    ]);
    const registry = buildAnalysis(
      new Map([
        ['index.analysis.filter.p.type', 'phonetic'],
        ['index.analysis.analyzer.a.type', 'custom'],
        ['index.analysis.analyzer.a.tokenizer', 'whitespace'],
        ['index.analysis.analyzer.a.filter.0', 'p'],
        ...given,
      ]),
      NOTHING_OUTSIDE,
    );
    const analyzed = registry.analyzer('a')?.analyze(text).tokens ?? [];
    return analyzed.map(({ term, positionIncrement }) => `${term}+${positionIncrement}`);
  };

  it('puts a code in the place of each word', () => {
    expect(tokens({}, 'quick Smith 42')).toEqual(['KK+1', 'SM0+1', '42+1']);
    expect(tokens({ encoder: 'double_metaphone' }, 'the Smith')).toEqual([
      '0+1',
      'T+0',
      'SM0+1',
      'XMT+0',
    ]);
  });

  it('keeps the word beside its codes', () => {
    expect(tokens({ encoder: 'soundex', replace: 'false' }, 'Robert')).toEqual([
      'R163+1',
      'Robert+0',
    ]);
    expect(tokens({ encoder: 'double_metaphone', replace: 'false' }, 'Smith')).toEqual([
      'Smith+1',
      'SM0+0',
      'XMT+0',
    ]);
  });

  it('refuses what it does not know', () => {
    expect(() => tokens({ encoder: 'nope' }, 'x')).toThrow(
      'unknown encoder [nope] for phonetic token filter',
    );
    expect(() => tokens({ encoder: 'nysiis' }, 'x')).toThrow(
      'encoder [nysiis] of token filter [phonetic] is not supported',
    );
  });
});
