/** Tests with which numbers the similarity scores several fields as one. */
import { utf8 } from '@skein/bytes';
import { createSearcher } from '../create_searcher.js';
import type { Similarity } from '../similarity/similarity.js';
import { segmentsOf } from '../testing/body_and_title.js';
import { combinedFieldsQuery, type WeightedField } from './combined_fields.js';

/** The body and the title of each document. */
const DOCS = [
  ['red fox', 'fox fox'],
  ['fox red cat dog cow', 'cat'],
  ['cow', 'red'],
  ['cow', 'cow'],
] as const;

/** Scores by the length, in which the frequency is a fraction. */
function recording() {
  const bound: unknown[] = [];
  const similarity: Similarity = {
    scorer(boost, field, terms) {
      bound.push({ boost, field, terms });
      return {
        monotonic: false,
        score: (freq, norm) => (freq === Number.POSITIVE_INFINITY ? freq : 100 * norm + freq),
      };
    },
  };
  return { bound, similarity };
}

const combined = (weight: number, words: readonly string[], hasNorms = true) => {
  const fields: readonly WeightedField[] = [
    { field: 'body', weight: 1, hasNorms },
    { field: 'title', weight, hasNorms },
  ];
  return combinedFieldsQuery(fields, words.map(utf8));
};

function ask(query: ReturnType<typeof combined>) {
  const { bound, similarity } = recording();
  const searcher = createSearcher(segmentsOf(DOCS), { similarity: () => similarity });
  const { hits } = searcher.topDocs(query, { size: 10, totalHitsThreshold: 10 });
  return { bound, searcher, scores: new Map(hits.map(({ doc, score }) => [doc, score])) };
}

test('frequencies and lengths are added, each times the weight of its field', () => {
  const { bound, scores } = ask(combined(2.5, ['fox']));
  expect(bound).toEqual([
    {
      boost: 1,
      field: { docCount: 4, sumDocFreq: 9, sumTotalTermFreq: 21 },
      terms: [{ docFreq: 2, totalTermFreq: 7 }],
    },
  ]);
  // Lengths of 2 + 2.5 * 2 = 7 and 5 + 2.5 = 7.5, rounded.
  expect(scores).toEqual(
    new Map([
      [0, 706],
      [1, 801],
    ]),
  );
});

test('several words count as one', () => {
  const { bound, scores } = ask(combined(1, ['fox', 'red']));
  expect(bound).toMatchObject([{ terms: [{ docFreq: 2, totalTermFreq: 7 }] }]);
  expect(scores).toEqual(
    new Map([
      [0, 404],
      [1, 602],
      [2, 201],
    ]),
  );
});

test('without norms every document is of one length', () => {
  expect(ask(combined(2, ['fox'], false)).scores).toEqual(
    new Map([
      [0, 105],
      [1, 101],
    ]),
  );
});

test('a word that is nowhere matches nothing, without a score too', () => {
  const { bound, scores, searcher } = ask(combined(2, ['owl']));
  expect([bound, scores]).toEqual([[], new Map()]);
  expect(searcher.count(combined(2, ['owl']))).toBe(0);
  expect(searcher.count(combined(2, ['cow', 'owl']))).toBe(3);
  expect(searcher.explain(combined(2, ['owl']), 0)).toMatchObject({
    matches: false,
    description: 'no matching terms',
  });
});

test('an explanation names the fields, the words and the frequency', () => {
  const { searcher } = ask(combined(2, ['fox', 'red']));
  const why = searcher.explain(combined(2, ['fox', 'red']), 0);
  const text = 'CombinedFieldQuery((body title^2)(fox, red))';
  expect(why).toMatchObject({
    value: 606,
    description: `weight(${text} in 0) [PerFieldSimilarity], result of:`,
    details: [
      { details: [{ value: 6, description: 'freq, occurrences of term within document' }] },
    ],
  });
});
