/** Tests how frequent the terms of blended queries are taken to be. */
import { utf8 } from '@skein/bytes';
import { createSearcher } from '../create_searcher.js';
import type { Query } from '../query.js';
import type { Similarity } from '../similarity/similarity.js';
import type { TermStatistics } from '../statistics.js';
import { type BodyAndTitle, segmentsOf } from '../testing/body_and_title.js';
import { blendedFieldsQuery } from './blended_fields.js';
import { blendedTermsQuery } from './blended_terms.js';

interface Asked {
  readonly hits: readonly number[];
  /** The statistics that the similarity got, by field. */
  readonly statistics: Readonly<Record<string, readonly TermStatistics[]>>;
}

function ask(docs: readonly BodyAndTitle[], query: Query): Asked {
  const statistics: Record<string, TermStatistics[]> = {};
  const similarity = (field: string): Similarity => ({
    scorer(boost, _field, terms) {
      statistics[field] = [...(statistics[field] ?? []), ...terms];
      return { score: () => boost };
    },
  });
  const searcher = createSearcher(segmentsOf(docs), { similarity });
  const { hits } = searcher.topDocs(query, { size: 10, totalHitsThreshold: 10 });
  return { hits: hits.map(({ doc }) => doc), statistics };
}

const inField = (field: string, word = 'fox', boost = 1) => ({ field, term: utf8(word), boost });
const BOTH = [inField('title'), inField('body')];
const blended = blendedFieldsQuery(BOTH, { tieBreaker: 0 });

test('a word is one document rarer in the field that it is likelier in', () => {
  const docs = [
    ['fox', 'fox fox'],
    ['fox red', 'cat'],
    ['fox dog', 'dog'],
    ['cow', 'cow'],
  ] as const;
  expect(ask(docs, blended)).toEqual({
    hits: [0, 1, 2],
    statistics: {
      body: [{ docFreq: 3, totalTermFreq: 5 }],
      title: [{ docFreq: 4, totalTermFreq: 5 }],
    },
  });
});

test.each<[string, readonly BodyAndTitle[], TermStatistics]>([
  [
    'that is as frequent in both fields is as rare in both',
    [
      ['fox', 'cat cat cat'],
      ['cow', 'fox'],
      ['cow', 'cow'],
    ],
    { docFreq: 1, totalTermFreq: 2 },
  ],
  [
    'is in no more documents than there are',
    [
      ['fox', 'fox'],
      ['fox', 'cat'],
    ],
    { docFreq: 2, totalTermFreq: 2 },
  ],
  [
    'is in no more documents than a field has words',
    [
      ['fox', 'fox'],
      ['fox', ''],
      ['fox fox', ''],
    ],
    { docFreq: 1, totalTermFreq: 1 },
  ],
])('a word %s', (_name, docs, both) => {
  expect(ask(docs, blended).statistics).toEqual({ body: [both], title: [both] });
});

test('a field without the word, and a single field, keep their own numbers', () => {
  const docs = [
    ['fox fox', 'cat'],
    ['cow', 'cat'],
  ] as const;
  const { hits, statistics } = ask(docs, blended);
  expect(hits).toEqual([0]);
  expect(statistics.body).toEqual([{ docFreq: 1, totalTermFreq: 2 }]);
  const alone = blendedFieldsQuery([inField('body')], { tieBreaker: 0 });
  expect(ask(docs, alone).statistics).toEqual({ body: [{ docFreq: 1, totalTermFreq: 2 }] });
  expect(ask(docs, blendedFieldsQuery([inField('body', 'x')], { tieBreaker: 0 })).hits).toEqual([]);
});

test('where the word is frequent it only adds to the score', () => {
  const docs = [
    ['fox', 'fox'],
    ['fox', 'cat'],
    ['fox', 'cow'],
    ['cow', 'cow'],
  ] as const;
  const cut = (cutoff: number) =>
    ask(docs, blendedFieldsQuery(BOTH, { tieBreaker: 0, cutoff })).hits;
  expect(cut(0.5)).toEqual([0]);
  expect(cut(3)).toEqual([0, 1, 2]);
  expect(cut(0.1)).toEqual([0]);
});

test('spellings of a word are as frequent as the most frequent of them', () => {
  const docs = [
    ['fox fox', ''],
    ['fax', ''],
    ['fox', ''],
  ] as const;
  const query = blendedTermsQuery([inField('body'), inField('body', 'fax', 3)]);
  const one = { docFreq: 2, totalTermFreq: 4 };
  expect(ask(docs, query)).toEqual({ hits: [1, 0, 2], statistics: { body: [one, one] } });
  expect(ask(docs, blendedTermsQuery([])).hits).toEqual([]);
});
