/** Tests `fvh` against answers of OpenSearch 2.19. */
import type { JsonObject } from '@skein/content';
import { TestIndex } from '../../testing/test_index.js';

const KEPT = { type: 'text', term_vector: 'with_positions_offsets' };
const FOX =
  'The quick brown fox jumps over the lazy dog. A brown fox is quicker than a dog, and no dog was ever as brown as the fox that jumps.';

const index = new TestIndex({
  mapping: {
    properties: {
      text: { ...KEPT, fields: { stems: { ...KEPT, analyzer: 'english' } } },
      list: KEPT,
      stored: { ...KEPT, store: true },
      bare: { type: 'text' },
      places: { type: 'text', term_vector: 'with_positions' },
    },
  },
  documents: [
    {
      text: FOX,
      list: ['one dog & a <fox>', '', 'no animal', 'dogs, a dog'],
      stored: ['a kept dog', 'another dog'],
      bare: 'a dog',
      places: 'a dog',
    },
  ],
});

function fragments(query: JsonObject, options: JsonObject = {}, field = 'text'): unknown {
  const { encoder = 'default', ...rest } = options;
  const request = { query, highlight: { type: 'fvh', encoder, fields: { [field]: rest } } };
  const [hit] = index.search(request).hits;
  return (hit?.highlight as JsonObject | undefined)?.[field];
}

const BROWN_FOX = { match_phrase: { text: 'brown fox' } };
const DOG = { match: { list: 'dog' } };

test('a phrase is marked as a whole', () => {
  expect(fragments(BROWN_FOX, { fragment_size: 30 })).toEqual([
    'The quick <em>brown fox</em> jumps over',
    'lazy dog. A <em>brown fox</em> is quicker',
  ]);
});

test('words of a phrase that stand apart', () => {
  const query = { match_phrase: { text: { query: 'quick fox', slop: 2 } } };
  expect(fragments(query, { number_of_fragments: 0 })).toEqual([
    FOX.replace('quick', '<em>quick</em>').replace('fox', '<em>fox</em>'),
  ]);
});

test('phrases that overlap are one', () => {
  const query = {
    bool: { should: [{ match_phrase: { text: 'quick brown' } }, BROWN_FOX] },
  };
  const [first] = fragments(query, { fragment_size: 30 }) as string[];
  expect(first).toContain('<em>quick brown fox</em>');
});

test('phrases of two fields overlap only where words of either field are marked', () => {
  const query = {
    bool: {
      should: [{ match_phrase: { text: 'quick brown' } }, { match_phrase: { list: 'brown fox' } }],
    },
  };
  const first = (options: JsonObject) =>
    (fragments(query, { fragment_size: 30, ...options }) as string[])[0];
  expect(first({})).toContain('<em>quick brown</em> fox');
  expect(first({ require_field_match: false })).toContain('<em>quick brown fox</em>');
});

test('each word and phrase has tags of its own', () => {
  const query = { bool: { should: [{ prefix: { text: 'laz' } }, { term: { text: 'dog' } }] } };
  const tags = { pre_tags: ['<1>', '<2>'], post_tags: ['</1>', '</2>'] };
  expect(fragments(query, { fragment_size: 18, number_of_fragments: 1, ...tags })).toEqual([
    'over the <1>lazy</1> <2>dog</2>. A brown',
  ]);
});

test('fragments with more matches stand first where that is asked for', () => {
  const query = { match: { text: 'brown fox jumps' } };
  expect(fragments(query, { fragment_size: 40, order: 'score' })).toMatchInlineSnapshot(`
[
  "The quick <em>brown</em> <em>fox</em> <em>jumps</em> over the lazy dog",
  "ever as <em>brown</em> as the <em>fox</em> that <em>jumps</em>.",
  "dog. A <em>brown</em> <em>fox</em> is quicker than a dog, and",
]
`);
});

test('each value is cut for itself', () => {
  expect(fragments(DOG, {}, 'list')).toEqual([
    'one <em>dog</em> & a <fox>',
    'dogs, a <em>dog</em>',
  ]);
  expect(fragments(DOG, { encoder: 'html', number_of_fragments: 1 }, 'list')).toEqual([
    'one <em>dog</em> &amp; a &lt;fox&gt;',
  ]);
});

test('stored values', () => {
  expect(fragments({ term: { stored: 'dog' } }, {}, 'stored')).toEqual([
    'a kept <em>dog</em>',
    'another <em>dog</em>',
  ]);
});

test.each([
  [
    'chars',
    ' A brown fox is <em>quicker</em> than a dog, and no dog was ever as brown as the fox that jumps',
  ],
  ['word', 'fox is <em>quicker</em> than a'],
  [
    'sentence',
    'A brown fox is <em>quicker</em> than a dog, and no dog was ever as brown as the fox that jumps. ',
  ],
])('fragments end where the scanner says: %s', (boundary_scanner, expected) => {
  const characters = { boundary_chars: '.', boundary_max_scan: 100 };
  const asked = { fragment_size: 18, number_of_fragments: 1, boundary_scanner, ...characters };
  expect(fragments({ term: { text: 'quicker' } }, asked)).toEqual([expected]);
});

test('words of other fields of the same text', () => {
  const query = { match: { 'text.stems': 'jump' } };
  expect(fragments(query)).toBeUndefined();
  const options = { matched_fields: ['text', 'text.stems'], fragment_size: 30 };
  expect(fragments(query, options)).toEqual([
    'quick brown fox <em>jumps</em> over the lazy',
    'the fox that <em>jumps</em>.',
  ]);
});

test('so many words and phrases', () => {
  const options = { phrase_limit: 1, number_of_fragments: 0 };
  expect(fragments({ term: { text: 'dog' } }, options)).toEqual([
    FOX.replace('dog', '<em>dog</em>'),
  ]);
});

test('without a match, the beginning', () => {
  expect(fragments({ match_all: {} }, { no_match_size: 7 })).toEqual(['The quick']);
  expect(fragments({ match_all: {} })).toBeUndefined();
});

test.each(['bare', 'places'])('fields that do not keep places are refused: %s', (field) => {
  expect(() => fragments({ term: { [field]: 'dog' } }, {}, field)).toThrow(
    `the field [${field}] should be indexed with term vector with position offsets to be used with fast vector highlighter`,
  );
});

test('fields that a pattern stands for are those that keep places', () => {
  const query = { multi_match: { query: 'dog', fields: ['list', 'bare'] } };
  const [hit] = index.search({ query, highlight: { type: 'fvh', fields: { '*': {} } } }).hits;
  expect(Object.keys(hit?.highlight ?? {})).toEqual(['list']);
});

test('fragments that are too small are refused', () => {
  expect(() => fragments({ term: { text: 'dog' } }, { fragment_size: 17 })).toThrow(
    'fragCharSize(17) is too small. It must be 18 or higher.',
  );
});

describe('a phrase with two words at a place', () => {
  const words = Array.from({ length: 15 }, (_, i) => `w${i}`);
  const text = `dog ${words.join(' ')}`;
  const owners = new TestIndex({
    mapping: { properties: { text: { ...KEPT, analyzer: 'synonyms' } } },
    documents: [{ text }],
  });
  const marked = (phrase: string): unknown => {
    const highlight = { type: 'fvh', number_of_fragments: 0, fields: { text: {} } };
    const [hit] = owners.search({ query: { match_phrase: { text: phrase } }, highlight }).hits;
    return (hit?.highlight as JsonObject | undefined)?.text;
  };

  test('is marked as one up to 16 words', () => {
    expect(marked(`dog ${words.slice(0, 14).join(' ')}`)).toEqual([
      `<em>dog ${words.slice(0, 14).join(' ')}</em> w14`,
    ]);
  });

  test('counts by its words beyond, whatever its boost', () => {
    const documents = [{ text: `a cat ${'x '.repeat(20)} a w3 ${'x '.repeat(20)}` }];
    const mapping = { properties: { text: { ...KEPT, analyzer: 'synonyms' } } };
    const phrase = { match_phrase: { text: { query: text, boost: 9 } } };
    const cat = { match: { text: { query: 'cat', boost: 1.5 } } };
    const [hit] = new TestIndex({ mapping, documents }).search({
      query: { bool: { should: [phrase, cat] } },
      highlight: { type: 'fvh', order: 'score', fragment_size: 18, fields: { text: {} } },
    }).hits;
    const { text: shown } = (hit?.highlight ?? {}) as { readonly text?: readonly string[] };
    expect(shown?.map((each) => /<em>(.*)<\/em>/.exec(each)?.[1])).toEqual(['cat', 'w3']);
  });

  test('is marked word by word beyond', () => {
    expect(marked(text)).toEqual([text.replace(/\w+/g, '<em>$&</em>')]);
  });
});

test('a word over another is not marked for itself, but counts', () => {
  const grams = new TestIndex({
    settings: {
      'index.analysis.tokenizer.two.type': 'ngram',
      'index.analysis.tokenizer.two.min_gram': '2',
      'index.analysis.tokenizer.two.max_gram': '2',
      'index.analysis.analyzer.grams.tokenizer': 'two',
    },
    mapping: { properties: { text: { ...KEPT, analyzer: 'grams' } } },
    documents: [{ text: 'ab once, further on there is abc' }],
  });
  const highlight = { type: 'fvh', order: 'score', fragment_size: 18, fields: { text: {} } };
  const [hit] = grams.search({ query: { match: { text: 'abc' } }, highlight }).hits;
  expect(hit?.highlight).toEqual({
    text: ['there is <em>ab</em>c', '<em>ab</em> once, further on'],
  });
});

test('a character of two UTF-16 units is a boundary as a whole', () => {
  const found = (text: string) => {
    const faces = new TestIndex({ mapping: { properties: { text: KEPT } }, documents: [{ text }] });
    const options = { fragment_size: 20, boundary_chars: '\u{1f600}', boundary_max_scan: 10 };
    const highlight = { type: 'fvh', fields: { text: options } };
    const [hit] = faces.search({ query: { match: { text: 'five' } }, highlight }).hits;
    return (hit?.highlight as JsonObject | undefined)?.text;
  };
  expect(found('one two\u{1f600}three four five six\u{1f600}seven eight nine')).toEqual([
    'three four <em>five</em> six\u{1f600}se',
  ]);
  // The other face has the same first half.
  expect(found('one two\u{1f640}three four five six\u{1f640}seven eight nine')).toEqual([
    'ee four <em>five</em> six\u{1f640}se',
  ]);
});
