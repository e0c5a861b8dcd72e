/** Tests `plain` against answers of OpenSearch 2.19. */
import type { JsonObject } from '@skein/content';
import { TestIndex } from '../../testing/test_index.js';

const FOX =
  'The quick brown fox jumps over the lazy dog. A brown fox is quicker than a dog, and no dog was ever as brown as the fox that jumps.';

const index = new TestIndex({
  mapping: {
    properties: {
      text: { type: 'text' },
      list: { type: 'text' },
      word: { type: 'keyword', ignore_above: 20 },
      stems: { type: 'text', analyzer: 'english' },
    },
  },
  documents: [
    {
      text: FOX,
      list: ['one dog & a <fox>', 'no animal', 'dogs, a dog'],
      stems: 'Running dogs run',
    },
    { word: ['brown fox', 'a brown fox that is too long'], text: 'brown' },
    { list: '«« cat »»' },
    { text: 'a red\0panda' },
  ],
});

function fragments(query: JsonObject, options: JsonObject, field = 'text'): unknown {
  const request = { query, highlight: { type: 'plain', ...options, fields: { [field]: {} } } };
  const [hit] = index.search(request).hits;
  return (hit?.highlight as JsonObject | undefined)?.[field];
}

const BROWN_FOX = { match: { text: 'brown fox jumps' } };

test('fragments with more of the words stand first', () => {
  expect(fragments(BROWN_FOX, { fragment_size: 40 })).toMatchInlineSnapshot(`
[
  "The quick <em>brown</em> <em>fox</em> <em>jumps</em> over the lazy",
  ", and no dog was ever as <em>brown</em> as the <em>fox</em> that <em>jumps</em>.",
  " dog. A <em>brown</em> <em>fox</em> is quicker than a dog",
]
`);
});

test('so many fragments', () => {
  expect(
    fragments(BROWN_FOX, { fragment_size: 20, number_of_fragments: 2 }),
  ).toMatchInlineSnapshot(`
[
  " as <em>brown</em> as the <em>fox</em> that <em>jumps</em>.",
  "The quick <em>brown</em> <em>fox</em>",
]
`);
});

test('no fragments: the whole value', () => {
  expect(fragments({ term: { text: 'lazy' } }, { number_of_fragments: 0 })).toEqual([
    FOX.replace('lazy', '<em>lazy</em>'),
  ]);
});

test('words of a phrase where they stand as the phrase, and it is not cut', () => {
  const phrase = { match_phrase: { text: 'ever as brown' } };
  expect(fragments(phrase, { fragment_size: 20 })).toMatchInlineSnapshot(`
[
  " <em>as</em> <em>brown</em> as the fox that jumps.",
  ", and no dog was <em>ever</em>",
]
`);
  expect(fragments(phrase, { fragment_size: 20, fragmenter: 'simple' })).toMatchInlineSnapshot(`
[
  " <em>as</em> <em>brown</em> as the fox",
  ", and no dog was <em>ever</em>",
]
`);
});

test('a value is one, also with a NUL character inside a phrase', () => {
  const phrase = { match_phrase: { text: 'red panda' } };
  expect(fragments(phrase, {})).toEqual(['a <em>red</em>\0<em>panda</em>']);
});

test('values one by one', () => {
  const dogs = { match: { list: 'dog fox' } };
  expect(fragments(dogs, { encoder: 'html' }, 'list')).toMatchInlineSnapshot(`
[
  "one <em>dog</em> &amp; a &lt;<em>fox</em>&gt;",
  "dogs, a <em>dog</em>",
]
`);
  expect(fragments(dogs, { number_of_fragments: 0 }, 'list')).toMatchInlineSnapshot(`
[
  "one <em>dog</em> & a <<em>fox</em>>",
  "dogs, a <em>dog</em>",
]
`);
  expect(fragments(dogs, { number_of_fragments: 1 }, 'list')).toMatchInlineSnapshot(`
[
  "one <em>dog</em> & a <<em>fox</em>>",
]
`);
});

test('what stands before the first word and behind the last', () => {
  expect(fragments({ term: { list: 'cat' } }, {}, 'list')).toEqual(['«« <em>cat</em> »»']);
});

test('patterns, stems and keywords', () => {
  expect(fragments({ fuzzy: { text: 'quack' } }, { fragment_size: 30 })).toMatchInlineSnapshot(`
[
  "The <em>quick</em> brown fox jumps",
]
`);
  expect(fragments({ match: { stems: 'dog runs' } }, {}, 'stems')).toMatchInlineSnapshot(`
[
  "Running <em>dogs</em> <em>run</em>",
]
`);
  expect(fragments({ prefix: { word: 'brown' } }, {}, 'word')).toMatchInlineSnapshot(`
[
  "<em>brown fox</em>",
]
`);
});

test('boosts count when fragments are ordered', () => {
  const boosted = { query_string: { query: 'lazy^3 OR ever', fields: ['text'] } };
  expect(fragments(boosted, { fragment_size: 30, order: 'score' })).toMatchInlineSnapshot(`
[
  " over the <em>lazy</em> dog. A brown fox is",
  " dog was <em>ever</em> as brown as the fox that jumps.",
]
`);
});

test('without a match the beginning, to the end of a word', () => {
  const query = { term: { list: 'dogs' } };
  expect(fragments(query, { no_match_size: 14 })).toEqual(['The quick']);
  expect(fragments(query, { no_match_size: 2 })).toBeUndefined();
  expect(fragments(query, { no_match_size: 1000 })).toEqual([FOX.slice(0, -1)]);
});

test('words of other fields, when they need not be of the field', () => {
  const query = { match: { list: 'dog' } };
  expect(fragments(query, {})).toBeUndefined();
  expect(
    fragments(query, { require_field_match: false, number_of_fragments: 1, fragment_size: 20 }),
  ).toMatchInlineSnapshot(`
[
  " <em>dog</em>. A brown fox is",
]
`);
});

test('a fragmenter that does not exist is refused', () => {
  expect(() => fragments(BROWN_FOX, { fragmenter: 'x' })).toThrow(
    'unknown fragmenter option [x] for the field [text]',
  );
});

test('a text ends at the offset that is analysed, within a word too', () => {
  expect(fragments(BROWN_FOX, { max_analyzer_offset: 28 })).toEqual([
    'The quick <em>brown</em> <em>fox</em> <em>jumps</em> ov',
  ]);
  expect(fragments(BROWN_FOX, { max_analyzer_offset: 30 })).toEqual([
    'The quick <em>brown</em> <em>fox</em> <em>jumps</em> over',
  ]);
});

test('the beginning of a phrase stands for the first words of each value that have it', () => {
  const phrase = (query: string, options: JsonObject = {}) => ({
    match_phrase_prefix: { list: { query, ...options } },
  });
  expect(fragments(phrase('d'), {}, 'list')).toEqual([
    'one <em>dog</em> & a <fox>',
    '<em>dogs</em>, a <em>dog</em>',
  ]);
  expect(fragments(phrase('d', { max_expansions: 1 }), {}, 'list')).toEqual([
    'one <em>dog</em> & a <fox>',
    'dogs, a <em>dog</em>',
  ]);
});

test('a value without the beginning has the words before it marked, as a phrase', () => {
  const phrase = { match_phrase_prefix: { list: 'a f' } };
  expect(fragments(phrase, {}, 'list')).toEqual([
    'one dog & <em>a</em> <<em>fox</em>>',
    'dogs, <em>a</em> dog',
  ]);
});

test('of a scored query the phrases are seen', () => {
  const query = (inner: JsonObject) => ({ function_score: { query: inner, weight: 2 } });
  expect(
    fragments(query({ match_phrase: { text: 'ever as brown' } }), { fragment_size: 40 }),
  ).toEqual([', and no dog was <em>ever</em> <em>as</em> <em>brown</em> as the fox that jumps.']);
});

test('the words of a phrase in a long text that repeats it', () => {
  const phrase = 'brown fox ';
  const long = new TestIndex({
    mapping: { properties: { text: { type: 'text' } } },
    documents: [{ text: `fox ${phrase.repeat(20_000)}brown` }],
  });
  const highlight = { type: 'plain', number_of_fragments: 0, fields: { text: {} } };
  const query = { match_phrase: { text: 'brown fox' } };
  const [hit] = long.search({ query, highlight }).hits;
  const marked = '<em>brown</em> <em>fox</em> ';
  expect(hit?.highlight).toEqual({ text: [`fox ${marked.repeat(20_000)}brown`] });
});
