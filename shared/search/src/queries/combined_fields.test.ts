import type { JsonObject } from '@skein/content';
import fc from 'fast-check';
import { TestIndex } from '../testing/test_index.js';

const text = { type: 'text' };

describe('combined_fields', () => {
  const index = new TestIndex({
    mapping: {
      properties: {
        title: text,
        body: text,
        plain: { type: 'text', norms: false },
        shouted: { type: 'text', analyzer: 'whitespace' },
        tag: { type: 'keyword' },
        n: { type: 'long' },
      },
    },
    documents: [
      { title: 'database systems', body: 'about storage' },
      { title: 'about cooking', body: 'database of recipes' },
      { title: 'systems', body: 'of weights', tag: 'database' },
      { body: 'database systems and database tools' },
    ],
  });
  const ids = (options: JsonObject) =>
    [...index.search({ query: { combined_fields: options } }).ids].sort();

  it('looks for each word in any of the fields', () => {
    const fields = ['title', 'body'];
    expect(ids({ query: 'database systems', fields })).toEqual(['1', '2', '3', '4']);
    expect(ids({ query: 'database about', fields, operator: 'and' })).toEqual(['1', '2']);
    const minimum_should_match = '2';
    expect(ids({ query: 'database about of', fields, minimum_should_match })).toEqual(['1', '2']);
    expect(ids({ query: 'database', fields: ['t*', 'absent'] })).toEqual(['1']);
    expect(ids({ query: 'database', fields: ['absent'] })).toEqual([]);
  });

  it('says what to do without words', () => {
    const none = { query: '!', fields: ['title'] };
    expect(ids(none)).toEqual([]);
    expect(ids({ ...none, zero_terms_query: 'all' })).toHaveLength(4);
  });

  it.each<[JsonObject, string]>([
    [{ query: 'x', fields: ['tag'] }, 'Field [tag] of type [keyword] does not support'],
    [{ query: 'x', fields: ['title', 'n'] }, 'Field [n] of type [long] does not support'],
    [{ query: 'x', fields: ['title^0.5'] }, 'requires field boosts to be >= 1.0'],
    [{ query: 'x', fields: ['title', 'shouted'] }, 'must have the same search analyzer'],
    [{ query: 'x', fields: ['title', 'plain'] }, 'norms to be consistent across fields'],
    [{ query: 'x', fields: [] }, 'at least one field must be provided'],
    [{ fields: ['title'] }, '[combined_fields] requires a [query]'],
    [{ query: 'x', fields: ['title'], type: 'phrase' }, 'query does not support [type]'],
  ])('refuses %j', (options, reason) => {
    expect(() => ids(options)).toThrow(reason);
  });

  it('explains its scores', () => {
    const query = { combined_fields: { query: 'database', fields: ['title^2', 'body'] } };
    const answer = index.answer({ query, explain: true, size: 1 }) as {
      hits: { hits: { _score: number; _explanation: JsonObject }[] };
    };
    const [hit] = answer.hits.hits;
    expect(hit?._explanation.value).toBe(hit?._score);
    expect(JSON.stringify(hit?._explanation)).toContain(
      'CombinedFieldQuery((title^2 body)(database))',
    );
  });
});

test('words in two fields score as in one that has the words of both', () => {
  const word = fc.constantFrom('a', 'b', 'c');
  const words = fc.array(word, { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(fc.array(words, { minLength: 1, maxLength: 5 }), words, (documents, asked) => {
      const index = new TestIndex({
        mapping: {
          properties: {
            // Both fields have the same words, so the document frequency of a word is the same in
            // each field and in both together.
            one: { ...text, copy_to: 'both' },
            two: { ...text, copy_to: 'both' },
            both: text,
          },
        },
        documents: documents.map((each) => ({
          one: each.join(' '),
          two: [...each].reverse().join(' '),
        })),
      });
      const query = asked.join(' ');
      const scores = (json: JsonObject) =>
        index.search({ query: json }).hits.map(({ _id, _score }) => [_id, _score]);
      expect(scores({ combined_fields: { query, fields: ['one', 'two'] } })).toEqual(
        scores({ match: { both: query } }),
      );
    }),
    { numRuns: 40 },
  );
});
