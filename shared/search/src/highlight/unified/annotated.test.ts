/**
 * `annotated_text` and its highlighter. The cases are those of the plugin's tests
 * (github.com/opensearch-project/OpenSearch, plugins/mapper-annotated-text:
 * AnnotatedTextHighlighterTests, AnnotatedTextParsingTests, AnnotatedTextFieldMapperTests) and of
 * https://www.elastic.co/guide/en/elasticsearch/plugins/8.15/mapper-annotated-text-usage.html.
 */
import type { JsonObject, JsonValue } from '@skein/content';
import { TestIndex } from '../../testing/test_index.js';

const MAPPING = { properties: { text: { type: 'annotated_text' } } };

function build(values: readonly JsonValue[], mapping: JsonObject = MAPPING): TestIndex {
  return new TestIndex({ mapping, documents: values.map((text) => ({ text })) });
}

function highlights(
  value: JsonValue,
  query: JsonObject,
  { encoder = 'default', ...options }: JsonObject = { number_of_fragments: 0 },
  mapping: JsonObject = MAPPING,
): unknown {
  const highlight = { encoder, fields: { text: { type: 'annotated', ...options } } };
  const { hits } = build([value], mapping).search({ query, highlight });
  return (hits[0]?.highlight as JsonObject | undefined)?.text;
}

const URL = 'https://en.wikipedia.org/wiki/Key_Word_in_Context';
const ENCODED = 'https%3A%2F%2Fen.wikipedia.org%2Fwiki%2FKey_Word_in_Context';

describe('annotated_text', () => {
  const index = build([
    'He paid [Stormy Daniels](Stephanie+Clifford&Payee) hush money',
    'He paid Stormy Daniels hush money',
    ['plain', '[second](value)'],
    null,
  ]);

  it('is found by its words, and by annotations as a whole', () => {
    expect(index.matches({ match: { text: 'stormy' } })).toEqual(['1', '2']);
    expect(index.matches({ term: { text: 'Stephanie Clifford' } })).toEqual(['1']);
    expect(index.matches({ term: { text: 'Payee' } })).toEqual(['1']);
    expect(index.matches({ match: { text: 'Clifford' } })).toEqual([]);
    expect(index.matches({ term: { text: 'value' } })).toEqual(['3']);
    expect(index.matches({ exists: { field: 'text' } })).toEqual(['1', '2', '3']);
    expect(index.matches({ match: { text: '[anybody](Payee)' } })).toEqual(['1']);
  });

  it('has annotations at the place of their first word', () => {
    expect(index.matches({ match_phrase: { text: 'paid stormy daniels hush' } })).toEqual([
      '1',
      '2',
    ]);
    const near = (value: string) => ({
      span_near: {
        clauses: [{ span_term: { text: 'paid' } }, { span_term: { text: value } }],
        slop: 0,
        in_order: true,
      },
    });
    expect(index.matches(near('Payee'))).toEqual(['1']);
    expect(index.matches(near('daniels'))).toEqual([]);
  });

  it.each([
    [
      'New [mayor](type=person&value=John%20Smith)',
      'key=value pairs are not supported in annotations',
    ],
    [
      '[a](%zz)',
      'URLDecoder: Illegal hex characters in escape (%) pattern - Error at index 0 in: "zz"',
    ],
    ['[a](b%)', 'URLDecoder: Incomplete trailing escape (%) pattern'],
  ])('refuses %s', (text, reason) => {
    let cause: unknown;
    try {
      build([text]);
    } catch (error) {
      cause = (error as Error).cause;
    }
    expect((cause as Error).message).toBe(reason);
  });

  it('shows its markup, and is neither sorted by nor aggregated', () => {
    const { hits } = index.search({ fields: ['text'], size: 1 });
    expect(hits[0]?.fields).toEqual({
      text: ['He paid [Stormy Daniels](Stephanie+Clifford&Payee) hush money'],
    });
    expect(() => index.search({ sort: ['text'] })).toThrow('Text fields are not optimised');
  });

  it('keeps what its parameters say', () => {
    const text = {
      type: 'annotated_text',
      term_vector: 'with_positions_offsets',
      analyzer: 'english',
    };
    const value = 'The [foxes](Vulpes+vulpes) ran';
    const asked = { term: { text: 'Vulpes vulpes' } };
    expect(highlights(value, asked, {}, { properties: { text } })).toEqual([
      'The [foxes](_hit_term=Vulpes+vulpes&Vulpes+vulpes) ran',
    ]);
  });
});

describe('the annotated highlighter', () => {
  const markup = `[highlighting](${ENCODED})`;
  const found = `[highlighting](_hit_term=${ENCODED}&${ENCODED})`;
  it.each<[string, JsonValue, JsonObject, string[]]>([
    [
      'an annotation',
      [
        `This is a test. Just a test1 ${markup} from [annotated](bar) highlighter.`,
        `This is the second ${markup} value to perform highlighting on a longer text that gets scored lower.`,
      ],
      { term: { text: URL } },
      [
        `This is a test. Just a test1 ${found} from [annotated](bar) highlighter.`,
        `This is the second ${found} value to perform highlighting on a longer text that gets scored lower.`,
      ],
    ],
    [
      'words under an annotation, which gives way',
      [
        '[Donald Trump](Donald+Trump) visited Singapore',
        'Donald duck is a [Disney](Disney+Inc) invention',
      ],
      { term: { text: 'donald' } },
      [
        '[Donald](_hit_term=donald) Trump visited Singapore',
        '[Donald](_hit_term=donald) duck is a [Disney](Disney+Inc) invention',
      ],
    ],
    [
      'a phrase',
      ['[Donald Trump](Donald+Trump) visited Singapore', 'Donald Jr was with Melania Trump'],
      { match_phrase: { text: 'donald trump' } },
      ['[Donald](_hit_term=donald) [Trump](_hit_term=trump) visited Singapore'],
    ],
    [
      'a bracket that is not closed',
      'Missing bracket for [Donald Trump](Donald+Trump visited Singapore',
      { term: { text: 'singapore' } },
      ['Missing bracket for [Donald Trump](Donald+Trump visited [Singapore](_hit_term=singapore)'],
    ],
    [
      'an annotation at the very place of a word',
      'The cat sat on the [mat](sk3578)',
      { terms: { text: ['sk3578', 'sat'] } },
      ['The cat [sat](_hit_term=sat) on the [mat](_hit_term=sk3578&sk3578)'],
    ],
  ])('shows %s', (_name, value, query, expected) => {
    expect(highlights(value, query)).toEqual(expected);
  });

  it('cuts passages, encodes, and shows the beginning of what is not found', () => {
    const text =
      '[Donald Trump](Donald+Trump) visited Singapore. Kim shook <b>hands</b> with Donald';
    const donald = { term: { text: 'donald' } };
    expect(highlights(text, donald, { fragment_size: 40, encoder: 'html' })).toEqual([
      '[Donald](_hit_term=donald) Trump visited Singapore.',
      'Kim shook &lt;b&gt;hands&lt;&#x2F;b&gt; with [Donald](_hit_term=donald)',
    ]);
    expect(highlights(text, { match_all: {} }, { no_match_size: 20 })).toEqual([
      '[Donald Trump](Donald+Trump) visited',
    ]);
  });

  it('takes texts without annotations too', () => {
    const mapping = { properties: { text: { type: 'text' } } };
    expect(highlights('a [b](c) fox', { term: { text: 'fox' } }, {}, mapping)).toEqual([
      'a [b](c) [fox](_hit_term=fox)',
    ]);
  });
});

test('many matches in one passage are placed without a search for each', () => {
  const text = 'a '.repeat(300_000).trim();
  const options = { number_of_fragments: 0 };
  const [shown] = highlights(text, { match: { text: 'a' } }, options) as readonly string[];
  expect(shown?.length).toBe(300_000 * '[a](_hit_term=a) '.length - 1);
});
