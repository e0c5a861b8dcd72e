/** Queries of very many parts: more than a call can have arguments. */
import { utf8 } from '@skein/bytes';
import { IndexWriter } from '../../index/index_writer.js';
import { openSegments } from '../../index/open_segments.js';
import { fullSample, toIndexable } from '../../index/testing/sample_index.js';
import { MemoryDirectory } from '../../store/memory_directory.js';
import { createSearcher } from '../create_searcher.js';
import { requiredTerms } from '../required_terms.js';
import { booleanQuery } from './boolean.js';
import { functionScoreQuery } from './function_score.js';
import { phraseQuery } from './phrase.js';
import { termQuery } from './term.js';
import { termsQuery } from './terms.js';

const MANY = 150_000;
const FOX = utf8('fox');

function searcher() {
  const directory = new MemoryDirectory();
  const writer = IndexWriter.open(directory);
  writer.addDocument(toIndexable({ ...fullSample(0), body: ['fox fox'] }, 0));
  writer.refresh();
  return createSearcher(openSegments(writer.snapshot(), directory));
}

test('a phrase', () => {
  const terms = Array.from({ length: MANY }, () => [FOX]);
  const phrase = phraseQuery('body', { terms, positions: terms.map((_, i) => i), slop: 0 });
  expect(searcher().topDocs(phrase, { size: 1, totalHitsThreshold: 1 }).hits).toEqual([]);
});

test.each(['min', 'max'] as const)('functions, explained: %s', (scoreMode) => {
  const functions = Array.from({ length: MANY }, (_, i) => ({ weight: i + 2 }));
  const options = { scoreMode, boostMode: 'replace', maxBoost: 1e9, minScore: undefined } as const;
  const query = functionScoreQuery(termQuery('body', FOX), functions, options);
  expect(searcher().explain(query, 0)?.value).toBe(scoreMode === 'min' ? 2 : MANY + 1);
});

test('required terms', () => {
  const words = Array.from({ length: MANY }, (_, i) => utf8(String(i)));
  const either = booleanQuery({ should: [termsQuery('body', words), termQuery('body', FOX)] });
  const both = booleanQuery({ must: [either, termQuery('body', FOX)] });
  expect(requiredTerms(both)).toHaveLength(1);
});
