import fc from 'fast-check';
import { standardTokenizer } from './standard.js';

const shown = (text: string, most = 255) =>
  standardTokenizer(most)
    .tokenize(text)
    .tokens.map((token) => `${token.term} ${token.type}`);

describe('standard tokenizer', () => {
  it.each([
    ["dog's bone", ["dog's <ALPHANUM>", 'bone <ALPHANUM>']],
    ['3.14 1,000 a.b.', ['3.14 <NUM>', '1,000 <NUM>', 'a.b <ALPHANUM>']],
    ['_a_b__ ___ 1_2', ['_a_b__ <ALPHANUM>', '1_2 <NUM>']],
    [
      '東京タワー ひら',
      [
        '東 <IDEOGRAPHIC>',
        '京 <IDEOGRAPHIC>',
        'タワー <KATAKANA>',
        'ひ <HIRAGANA>',
        'ら <HIRAGANA>',
      ],
    ],
    ['한국어', ['한국어 <HANGUL>']],
    ['ภาษาไทย', ['ภาษาไทย <SOUTHEAST_ASIAN>']],
    ['🇩🇪🇫🇷 1️⃣ 👨‍👩‍👧', ['🇩🇪 <EMOJI>', '🇫🇷 <EMOJI>', '1️⃣ <EMOJI>', '👨‍👩‍👧 <EMOJI>']],
    [
      '♩ ★ ℹ 々 a\u055ab',
      ['♩ <EMOJI>', '★ <EMOJI>', 'ℹ <EMOJI>', '々 <ALPHANUM>', 'a <ALPHANUM>', 'b <ALPHANUM>'],
    ],
    ['cafe\u0301 צה"ל', ['cafe\u0301 <ALPHANUM>', 'צה"ל <ALPHANUM>']],
    ['e-mail, a:b', ['e <ALPHANUM>', 'mail <ALPHANUM>', 'a:b <ALPHANUM>']],
  ])('%s', (text, expected) => {
    expect(shown(text)).toEqual(expected);
  });

  it.each([
    [
      '_タワー 한_ 한.한 _1_',
      ['_タワー <ALPHANUM>', '한_ <ALPHANUM>', '한.한 <ALPHANUM>', '_1_ <NUM>'],
    ],
    ['\u{1f600}\ufe0e \u{1f3fb}\ufe0f', ['\u{1f600} <EMOJI>', '\u{1f3fb} <EMOJI>']],
    ['+\u200d\u{1f600}\ufe0f\u200d', ['\u200d\u{1f600}\ufe0f <EMOJI>']],
    ['\u{1f600}\ufe0f\u200d\u{1f3fb}', ['\u{1f600}\ufe0f\u200d\u{1f3fb} <EMOJI>']],
    [
      '1\u20e3 1\u20e32 1\u0301\u20e3',
      ['1\u20e3 <EMOJI>', '1\u20e32 <NUM>', '1\u0301\u20e3 <EMOJI>'],
    ],
    ['1\u20e3\ufe0f #\u0301\ufe0f\u20e3', ['1\u20e3\ufe0f <NUM>', '#\u0301\ufe0f\u20e3 <EMOJI>']],
    [
      '\u2139 a\u2139 \u{1f170}b',
      ['\u2139 <EMOJI>', 'a\u2139 <ALPHANUM>', '\u{1f170}b <ALPHANUM>'],
    ],
    ['\u{1f1e6}\u0301\u{1f1e7}\ufe0f', ['\u{1f1e6}\u0301\u{1f1e7}\ufe0f <EMOJI>']],
    [
      '\u{1f3f4}\ufe0f\u{e0061}\u{e007f} \u{1f3f4}\ufe0f\u{e0061}',
      ['\u{1f3f4}\ufe0f\u{e0061}\u{e007f} <EMOJI>', '\u{1f3f4}\ufe0f <EMOJI>'],
    ],
  ])('types and ends %j as Lucene 9.12 does', (text, expected) => {
    expect(shown(text)).toEqual(expected);
  });

  it('cuts words that are too long', () => {
    expect(shown('Elephants', 4)).toEqual(['Elep <ALPHANUM>', 'hant <ALPHANUM>', 's <ALPHANUM>']);
  });

  it('cuts words at any length as if it had read them whole', () => {
    const piece = fc.constantFrom(
      'a',
      'b1',
      "'",
      '.',
      ',',
      '_',
      '\u0301',
      'я',
      'ש',
      '"',
      ' ',
      '😀',
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 40 }),
        fc.integer({ min: 1, max: 6 }),
        (parts, most) => {
          const text = parts.join('');
          const whole = standardTokenizer(1_000).tokenize(text).tokens;
          const cut = standardTokenizer(most).tokenize(text).tokens;
          expect(cut.every((token) => token.endOffset - token.startOffset <= most)).toBe(true);
          const short = whole.filter((token) => token.endOffset - token.startOffset <= most);
          const places = new Set(cut.map((token) => `${token.startOffset}-${token.endOffset}`));
          for (const token of short)
            expect(places).toContain(`${token.startOffset}-${token.endOffset}`);
        },
      ),
    );
  });

  it('reads a long text without a space once', () => {
    // A pass for every token would take minutes.
    for (const letter of ['w', 'я']) {
      const text = letter.repeat(1_000_000);
      expect(standardTokenizer(255).tokenize(text).tokens).toHaveLength(3922);
      let fed = 0;
      standardTokenizer(255).feed?.(text, { addAscii: () => fed++, addText: () => fed++ } as never);
      expect(fed).toBe(3922);
    }
  });

  it('takes terms from the text as they stand', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const token of standardTokenizer(255).tokenize(text).tokens) {
          expect(text.slice(token.startOffset, token.endOffset)).toBe(token.term);
        }
      }),
    );
  });
});
