/**
 * `categorize_text` over log lines: the example of Elasticsearch's documentation, sub-aggregations,
 * several shards.
 */

import { isJsonObject, type JsonObject, stringifyJson } from '@skein/content';
import { finishedParts } from '../../testing/finished_parts.js';
import { mappingOf } from '../../testing/mapping_of.js';
import { TestIndex } from '../../testing/test_index.js';

const mapping = mappingOf({
  message: 'text',
  line: 'keyword',
  tag: 'keyword',
  n: 'long',
  o: { type: 'object', properties: { text: { type: 'text' } } },
});
const LINES = [
  '2016-02-07T00:00:00+0000 Node 3 shutting down',
  '2016-02-07T00:00:00+0000 Node 5 starting up',
  '2016-02-07T00:00:00+0000 Node 4 shutting down',
  '2016-02-08T00:00:00+0000 Node 5 shutting down',
  '2016-02-08T00:00:00+0000 User foo_325 logging on',
  '2016-02-08T00:00:00+0000 User foo_864 logged off',
];
const DOCUMENTS: readonly JsonObject[] = [
  ...LINES.map((message, n) => ({
    message,
    line: message,
    n,
    tag: n % 2 === 0 ? 'even' : 'odd',
    o: { text: message },
  })),
  { n: 99 },
];

function answered(aggs: JsonObject, documents = DOCUMENTS): Readonly<Record<string, JsonObject>> {
  const answer = new TestIndex({ mapping, documents }).answer({ size: 0, aggs });
  if (!isJsonObject(answer) || !isJsonObject(answer.aggregations)) throw new Error(String(answer));
  return JSON.parse(stringifyJson(answer.aggregations));
}

const EXPECTED = [
  {
    doc_count: 3,
    key: 'Node shutting down',
    regex: '.*?Node.+?shutting.+?down.*?',
    max_matching_length: 49,
  },
  {
    doc_count: 1,
    key: 'Node starting up',
    regex: '.*?Node.+?starting.+?up.*?',
    max_matching_length: 47,
  },
  {
    doc_count: 1,
    key: 'User foo_325 logging on',
    regex: '.*?User.+?foo_325.+?logging.+?on.*?',
    max_matching_length: 52,
  },
  {
    doc_count: 1,
    key: 'User foo_864 logged off',
    regex: '.*?User.+?foo_864.+?logged.+?off.*?',
    max_matching_length: 52,
  },
];

test.each(['message', 'line', 'o.text'])('lines of a kind, of [%s]', (field) => {
  const { c } = answered({ c: { categorize_text: { field } } });
  expect(c).toEqual({ buckets: EXPECTED });
});

test('what filters match is left out, and texts are put together by less where that is asked for', () => {
  const filters = ['\\w+\\_\\d{3}'];
  const { c } = answered({
    c: {
      categorize_text: {
        field: 'message',
        categorization_filters: filters,
        similarity_threshold: 11,
      },
    },
  });
  expect(c).toMatchObject({
    buckets: [
      { doc_count: 4, key: 'Node', regex: '.*?Node.*?' },
      { doc_count: 2, key: 'User', regex: '.*?User.*?' },
    ],
  });
});

test('an analyzer finds the words: one that is built in, or a chain', () => {
  const keysBy = (categorization_analyzer: JsonObject | string): readonly unknown[] => {
    const options = { field: 'message', similarity_threshold: 100, categorization_analyzer };
    const { c } = answered({ c: { categorize_text: options } });
    return ((c as JsonObject).buckets as unknown as { key: string; doc_count: number }[]).map(
      ({ key, doc_count }) => `${key}: ${doc_count}`,
    );
  };
  const times = { type: 'pattern_replace', pattern: '^\\S+ ', replacement: '' };
  expect(
    keysBy({
      char_filter: [times],
      tokenizer: { type: 'simple_pattern', pattern: '[A-Za-z]+' },
      filter: ['lowercase', { type: 'stop', stopwords: ['foo'] }],
    }),
  ).toEqual([
    'node shutting down: 3',
    'node starting up: 1',
    'user logging on: 1',
    'user logged off: 1',
  ]);
  expect(keysBy({ char_filter: times, tokenizer: 'keyword' })).toHaveLength(6);
  expect(keysBy('whitespace')[0]).toBe('2016-02-07T00:00:00+0000 Node 3 shutting down: 1');
});

test('sub-aggregations, order and sizes, inside other buckets', () => {
  const categorize = { field: 'message', size: 1, min_doc_count: 2 };
  const { t } = answered({
    t: {
      terms: { field: 'tag', order: { _key: 'asc' } },
      aggs: { c: { categorize_text: categorize, aggs: { s: { sum: { field: 'n' } } } } },
    },
  });
  expect(t).toMatchObject({
    buckets: [
      {
        key: 'even',
        c: { buckets: [{ doc_count: 2, key: 'Node shutting down', s: { value: 2 } }] },
      },
      { key: 'odd', c: { buckets: [] } },
    ],
  });
});

test('several shards answer as one', () => {
  const aggs = {
    c: { categorize_text: { field: 'message' }, aggs: { s: { sum: { field: 'n' } } } },
    b: { max_bucket: { buckets_path: 'c>s' } },
  };
  const shards = [DOCUMENTS.slice(0, 2), DOCUMENTS.slice(2, 5), DOCUMENTS.slice(5), []];
  const indices = shards.map((documents) => new TestIndex({ mapping, documents }));
  expect(finishedParts({ size: 0, aggs }, indices)).toEqual(answered(aggs));
});

test('an index without the field has no categories', () => {
  const documents: readonly JsonObject[] = [{ n: 1 }];
  expect(answered({ c: { categorize_text: { field: 'nowhere' } } }, documents)).toEqual({
    c: { buckets: [] },
  });
});

test.each([
  [{}, 'Required [field]'],
  [{ field: 'n' }, 'Field [n] of type [long] is not supported'],
  [
    { field: 'message', similarity_threshold: 0 },
    'must be in the range [1, 100]. Found [0] in [c]',
  ],
  [{ field: 'message', similarity_threshold: 101 }, 'Found [101]'],
  [{ field: 'message', categorization_analyzer: 'nope' }, 'failed to find global analyzer [nope]'],
  [
    { field: 'message', categorization_analyzer: { tokenizer: 'nope' } },
    'failed to find global tokenizer under [nope]',
  ],
  [
    { field: 'message', categorization_analyzer: { filter: ['lowercase'] } },
    'must specify a [tokenizer] field',
  ],
  [
    { field: 'message', categorization_analyzer: { tokenizer: 'standard', analyzer: 'english' } },
    'Parameter [analyzer] in [categorization_analyzer] is unknown',
  ],
  [
    { field: 'message', categorization_analyzer: { tokenizer: 'standard', filter: [5] } },
    'Parameter [filter] in [categorization_analyzer] is of the wrong type',
  ],
  [
    { field: 'message', categorization_analyzer: 'standard', categorization_filters: ['x'] },
    '[categorization_filters] cannot be used with [categorization_analyzer]',
  ],
  [
    {
      field: 'message',
      categorization_analyzer: {
        tokenizer: 'standard',
        filter: [{ type: 'predicate_token_filter', script: { source: 'true' } }],
      },
    },
    'has no scripts and no dictionaries',
  ],
  [{ field: 'message', categorization_filters: ['('] }, 'Unclosed group'],
  [{ field: 'message', size: 0 }, 'size'],
  [{ field: 'message', other: 1 }, 'other'],
])('%j is refused', (options, reason) => {
  expect(() => answered({ c: { categorize_text: options } })).toThrow(reason);
});

test('the time of a search ends between two texts', () => {
  const aggs = { c: { categorize_text: { field: 'message' } } };
  const documents = Array.from({ length: 200 }, () => ({ message: 'all alike' }));
  let nowMs = 0;
  const clock = { nowMs: () => 0, monotonicMs: () => nowMs++ };
  const index = new TestIndex({ mapping, documents, segmentDocs: 200, clock });
  const counted = (timeout: string): readonly [unknown, number] => {
    const answer = index.answer({ size: 0, timeout, aggs });
    if (!isJsonObject(answer)) throw new Error(answer);
    const { aggregations } = JSON.parse(stringifyJson(answer));
    const [category] = aggregations.c.buckets;
    return [answer.timed_out, category?.doc_count];
  };
  expect(counted('1h')).toEqual([false, 200]);
  const [isOver, count] = counted('100ms');
  expect(isOver).toBe(true);
  expect(count).toBeLessThan(200);
});
