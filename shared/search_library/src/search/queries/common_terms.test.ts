/** Tests which terms are frequent, and which documents queries of them find. */
import { utf8 } from '@skein/bytes';
import { IndexWriter } from '../../index/index_writer.js';
import { openSegments } from '../../index/open_segments.js';
import { fullSample, toIndexable } from '../../index/testing/sample_index.js';
import { MemoryDirectory } from '../../store/memory_directory.js';
import { createSearcher } from '../create_searcher.js';
import type { Query } from '../query.js';
import { commonTermsQuery, isCommon } from './common_terms.js';
import { functionScoreQuery } from './function_score.js';
import { termQuery } from './term.js';

const BODIES = ['the red fox', 'the red cat', 'the dog', 'the fox'];

function searcher() {
  const directory = new MemoryDirectory();
  const writer = IndexWriter.open(directory);
  BODIES.forEach((body, i) => {
    writer.addDocument(toIndexable({ ...fullSample(i), body: [body] }, i));
  });
  writer.refresh();
  return createSearcher(openSegments(writer.snapshot(), directory));
}

const terms = (...words: string[]) => words.map((word) => termQuery('body', utf8(word)));
const found = (query: Query): readonly number[] =>
  searcher()
    .topDocs(query, { size: 9, totalHitsThreshold: 9 })
    .hits.map(({ doc }) => doc)
    .sort();

test.each([
  [2, 2, 4, false],
  [3, 2, 4, true],
  [2, 0.5, 4, false],
  [3, 0.5, 4, true],
  [2, 0.26, 4, false],
  [3, 0.26, 4, true],
])('a term in %i documents, of a cutoff of %f among %i: %s', (docFreq, cutoff, maxDoc, common) => {
  expect(isCommon(docFreq, cutoff, maxDoc)).toBe(common);
});

test.each([
  [['fox'], 'or', [0, 3]],
  [['the'], 'or', [0, 1, 2, 3]],
  [['red', 'fox'], 'or', [0, 1, 3]],
  [['red', 'fox'], 'and', [0]],
  [['the', 'fox'], 'and', [0, 3]],
  [[], 'or', []],
] as const)('%j by %s', (words, operator, docs) => {
  const half = { operator, minimum: () => 1 };
  const query = commonTermsQuery(terms(...words), { cutoff: 0.5, low: half, high: half });
  expect(found(query)).toEqual(docs);
});

test('a score without functions is explained by its query, and one that is too low is no match', () => {
  const [fox] = terms('fox');
  const options = { scoreMode: 'multiply', boostMode: 'multiply', maxBoost: 1e9 } as const;
  const explained = (minScore?: number) =>
    searcher().explain(functionScoreQuery(fox as Query, [], { ...options, minScore }), 0);
  const plain = searcher().explain(fox as Query, 0);
  expect(explained(0.001)).toEqual(plain);
  const tooLow = explained(100);
  expect(tooLow).toMatchObject({ matches: false, details: [plain] });
  expect(tooLow.description).toMatch(
    /^Score value is too low, expected at least 100(\.0)? but got /,
  );
});
