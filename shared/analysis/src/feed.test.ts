/**
 * `feed` must give the terms that `analyze` gives: the index is built with the one, queries are
 * analyzed with the other.
 */
import { fnv1a } from '@skein/bytes';
import fc from 'fast-check';
import { type Analyzer, buildAnalysis } from './mod.js';

const SETTINGS = new Map(
  Object.entries({
    'index.analysis.analyzer.short.type': 'standard',
    'index.analysis.analyzer.short.max_token_length': '4',
    'index.analysis.analyzer.stopping.type': 'standard',
    'index.analysis.analyzer.stopping.stopwords': '_english_',
    'index.analysis.analyzer.folding.tokenizer': 'standard',
    'index.analysis.analyzer.folding.filter': 'asciifolding,lowercase,stop,truncate',
    'index.analysis.analyzer.cased.tokenizer': 'standard',
  }),
);

interface Placed {
  readonly places: readonly (readonly [string, number])[];
  readonly trailing: number;
}

function hashedTerm(term: Uint8Array, fnv: number): string {
  expect(fnv).toBe(fnv1a(term, 0, term.length));
  return String.fromCharCode(...term);
}

function fed({ feed }: Analyzer, text: string): Placed {
  if (feed === undefined) throw new Error('the analyzer does not feed');
  const places: (readonly [string, number])[] = [];
  const trailing = feed(text, {
    addAscii: (bytes, start, end, fnv) =>
      places.push([hashedTerm(bytes.slice(start, end), fnv), 1]),
    addText: (term, increment) => places.push([term, increment]),
  });
  return { places, trailing };
}

function analyzed(analyzer: Analyzer, text: string): Placed {
  const { tokens, trailingIncrement } = analyzer.analyze(text);
  const places = tokens.map(({ term, positionIncrement }) => [term, positionIncrement] as const);
  return { places, trailing: trailingIncrement };
}

/** The terms fed from the middle of an array, where a document's string stands. */
function fedBytes({ feedAscii }: Analyzer, text: string): Placed | undefined {
  const around = new TextEncoder().encode(`word${text}word`);
  const places: (readonly [string, number])[] = [];
  const trailing = feedAscii?.(around, 4, around.length - 4, {
    addAscii: (bytes, start, end, fnv) =>
      places.push([hashedTerm(bytes.slice(start, end), fnv), 1]),
    addText: (term, increment) => places.push([term, increment]),
  });
  return trailing === undefined ? undefined : { places, trailing };
}

const piece = fc.oneof(
  fc.constantFrom('The', 'and', "dog's", 'a_b', '__', '_', '1.5', '1,000', 'x:y', 'a.b', "it''s"),
  fc.constantFrom('İ', 'ΟΔΟΣ', 'é', '日本', '👍🏽', '1️⃣', 'word\u200b', '\u00ad', 'ﬁn'),
  fc.string({ unit: fc.constantFrom(...'aB1._\',:;"-') }),
  fc.string({ unit: 'binary' }),
);
const text = fc
  .array(fc.tuple(piece, fc.constantFrom('', ' ', '\n')))
  .map((all) => all.flat().join(''));

it.each(['standard', 'english', 'short', 'stopping', 'folding', 'cased'])(
  '%s feeds the terms it analyzes',
  (name) => {
    const analyzer = buildAnalysis(SETTINGS).analyzer(name) as Analyzer;
    fc.assert(
      fc.property(text, (value) => {
        expect(fed(analyzer, value)).toEqual(analyzed(analyzer, value));
        const ascii = /^[\0-\x7f]*$/.test(value) ? fedBytes(analyzer, value) : undefined;
        if (ascii !== undefined) expect(ascii).toEqual(analyzed(analyzer, value));
      }),
      { numRuns: 500 },
    );
  },
);

it('feeds texts longer than its buffer', () => {
  const analyzer = buildAnalysis(new Map()).defaultAnalyzer;
  const long = 'Some words, 1.5 of them. '.repeat(60_000);
  expect(fed(analyzer, long)).toEqual(analyzed(analyzer, long));
});

it('does not feed where a term may be too long for an index', () => {
  const settings = {
    'index.analysis.analyzer.a.type': 'standard',
    'index.analysis.analyzer.a.max_token_length': '40000',
  };
  expect(buildAnalysis(new Map(Object.entries(settings))).analyzer('a')?.feed).toBeUndefined();
});
