/**
 * `script_heuristic` of `significant_terms`: responses of OpenSearch 2.19.1 for the same documents.
 */
import type { JsonObject, JsonValue } from '@skein/content';
import { TestIndex } from '../../testing/test_index.js';

const documents = Array.from({ length: 8 }, (_, i) => ({
  t: [`a${(i + 1) % 3}`, `b${(i + 1) % 2}`],
  k: `x${(i + 1) % 2}`,
}));
const index = new TestIndex({
  mapping: { properties: { t: { type: 'keyword' }, k: { type: 'keyword' } } },
  documents,
});

function scores(heuristic: JsonValue): JsonValue {
  const significant = { field: 't', min_doc_count: 1, script_heuristic: heuristic };
  const aggs = { a: { significant_terms: significant } };
  const answer = index.answer({ size: 0, query: { term: { k: 'x1' } }, aggs });
  if (typeof answer === 'string') throw new Error(answer);
  const { a } = answer.aggregations as unknown as {
    a: { buckets: { key: string; score: number }[] };
  };
  return a.buckets.map(({ key, score }) => [key, Number(score)]);
}

test.each<[JsonValue, JsonValue]>([
  // Counts are integers and use integer division.
  [
    { source: 'params._subset_freq / params._superset_freq * params.f', params: { f: 2.5 } },
    [['b1', 2.5]],
  ],
  ["params._subset_freq.toString() == '2' ? 7 : -1", [['a1', 7]]],
  [
    { source: "params['_subset_freq'] = 3; params._subset_freq == 3 ? params._superset_freq : 0" },
    [
      ['b1', 4],
      ['a1', 3],
      ['a2', 3],
      ['a0', 2],
    ],
  ],
  ['-1', []],
  ['Double.NaN', []],
])('%j', (script, expected) => expect(scores({ script })).toEqual(expected));

test.each<[JsonObject, string]>([
  [{}, 'Required [script]'],
  [{ script: '1', bla: 3 }, '[script_heuristic] unknown field [bla]'],
  [{ script: '_subset_freq' }, 'compile error'],
  [{ script: 'params.nope' }, 'runtime error'],
  [
    { script: { lang: 'expression', source: '_subset_freq * 2' } },
    'expression engine does not know how to handle script context [script_heuristic]',
  ],
])('%j is refused', (heuristic, reason) => expect(() => scores(heuristic)).toThrow(reason));
