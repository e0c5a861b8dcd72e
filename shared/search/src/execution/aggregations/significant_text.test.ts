/** Compares `significant_text` with a model that splits texts into words and counts them. */
import { isJsonObject, type JsonObject, stringifyJson } from '@skein/content';
import fc from 'fast-check';
import { TestIndex } from '../../testing/test_index.js';

interface Doc {
  readonly words: readonly string[];
  readonly isMatch: boolean;
}

const MAPPING = {
  properties: { t: { type: 'text' }, s: { type: 'text' }, m: { type: 'boolean' } },
};

interface Answer {
  readonly doc_count: number;
  readonly bg_count: number;
  readonly buckets: readonly { key: string; doc_count: number; bg_count: number; score: number }[];
}

function answered(documents: readonly JsonObject[], options: JsonObject): Answer {
  const index = new TestIndex({ mapping: MAPPING, documents });
  const aggs = { a: { significant_text: { field: 't', ...options } } };
  const answer = index.answer({ size: 0, query: { term: { m: true } }, aggs });
  if (!isJsonObject(answer) || !isJsonObject(answer.aggregations)) throw new Error(String(answer));
  return (JSON.parse(stringifyJson(answer.aggregations)) as { a: Answer }).a;
}

const documents = fc.array(
  fc.record({
    words: fc.array(fc.constantFrom('ape', 'bee', 'cat', 'dog', 'élan'), { maxLength: 5 }),
    isMatch: fc.boolean(),
  }),
  { maxLength: 25 },
);

/** The measure `jlh` by its definition. */
function jlh(inside: number, matches: number, all: number, total: number): number {
  const share = inside / matches;
  const usual = all / total;
  return share <= usual ? 0 : (share - usual) * (share / usual);
}

function model(docs: readonly Doc[]) {
  const matches = docs.filter(({ isMatch }) => isMatch);
  const count = (among: readonly Doc[], word: string): number =>
    among.filter(({ words }) => words.includes(word)).length;
  return [...new Set(matches.flatMap(({ words }) => words))]
    .map((key) => {
      const [inside, all] = [count(matches, key), count(docs, key)];
      const score = jlh(inside, matches.length, all, docs.length);
      return { key, doc_count: inside, bg_count: all, score };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

test('words are counted as a model counts them, in texts of one and of several values', () => {
  fc.assert(
    fc.property(documents, fc.boolean(), (docs, isSplit) => {
      const { buckets, ...counts } = answered(
        docs.map(({ words, isMatch }) => ({ t: isSplit ? words : words.join(' '), m: isMatch })),
        { min_doc_count: 1 },
      );
      expect(counts).toEqual({
        doc_count: docs.filter(({ isMatch }) => isMatch).length,
        bg_count: docs.length,
      });
      const expected = model(docs);
      const shown = buckets.toSorted((a, b) => (a.key < b.key ? -1 : 1));
      expect(shown.map(({ score, ...rest }) => rest)).toEqual(
        expected.map(({ score, ...rest }) => rest),
      );
      for (const [i, { score }] of shown.entries()) {
        expect(score).toBeCloseTo(expected[i]?.score ?? Number.NaN, 9);
      }
    }),
    { numRuns: 60 },
  );
});

test('texts may stand elsewhere, and are analysed as the field is', () => {
  const docs = [
    { s: 'APE x', m: true },
    { s: ['Ape', null, 5, true], m: true },
    { t: 'ape', m: false },
  ];
  const { buckets } = answered(docs, { source_fields: ['s', 't.deeper'], min_doc_count: 1 });
  expect(buckets.map(({ key, doc_count: count, bg_count: all }) => [key, count, all])).toEqual([
    ['ape', 2, 1],
    ['true', 1, 0],
    ['x', 1, 0],
    ['5', 1, 0],
  ]);
});

const PASSAGE = 'one two three four five six seven';

test('words of a passage count where it is met first', () => {
  const docs = [`ape ${PASSAGE} bee`, `cat ${PASSAGE}`, 'one two three four five dog'];
  const found = (filters: boolean) => {
    const { buckets } = answered(
      [
        ...docs.map((t) => ({ t, m: true })),
        ...Array.from({ length: 9 }, () => ({ t: 'x', m: false })),
      ],
      { min_doc_count: 1, size: 20, filter_duplicate_text: filters },
    );
    return Object.fromEntries(buckets.map(({ key, doc_count: count }) => [key, count]));
  };
  expect(found(false)).toMatchObject({ one: 3, six: 2, seven: 2, cat: 1 });
  expect(found(true)).toMatchObject({ one: 2, six: 1, seven: 1, cat: 1 });
});

test('a field of another kind is refused; one that is not there has no words', () => {
  const docs = [{ t: 'ape', m: true }];
  expect(() => answered(docs, { field: 'm' })).toThrow(
    'Field [m] of type [boolean] is not supported for aggregation [significant_text]',
  );
  expect(answered(docs, { field: 'nope' })).toEqual({ doc_count: 1, bg_count: 1, buckets: [] });
});
