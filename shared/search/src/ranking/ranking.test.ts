/** Ranking metrics over ratings, and their request bodies. */
import { atOnce } from '@skein/base';
import type { JsonObject } from '@skein/content';
import { nowhere } from '../request/body_location.js';
import { parseSearchRequest } from '../request/parse_search_request.js';
import { refusal } from '../testing/refusals.js';
import { parseRankEvaluation } from './parse_rank_eval.js';

const READING = {
  locate: nowhere,
  checkSearch: (body: JsonObject): void => void parseSearchRequest(body, {}),
};

const REQUEST = { id: 'a', request: { query: { match_all: {} } }, ratings: [] };
const metric = (json: JsonObject) =>
  atOnce(parseRankEvaluation({ requests: [REQUEST], metric: json }, READING)).metric;

/** OpenSearch 2.19.1's scores of the same hits. */
const HITS = [3, 0, undefined, undefined, 2, undefined, undefined, undefined, undefined];
const ALL = [3, 0, 2];

test.each([
  [{ precision: {} }, 9, 2 / 9, { relevant_docs_retrieved: 2, docs_retrieved: 9 }],
  [{ precision: { ignore_unlabeled: true } }, 2, 0.5, { docs_retrieved: 2 }],
  [{ recall: { k: 3 } }, 3, 0.5, { relevant_docs_retrieved: 1, relevant_docs: 2 }],
  [{ mean_reciprocal_rank: {} }, 9, 1, { first_relevant: 1 }],
  [{ mean_reciprocal_rank: { relevant_rating_threshold: 4 } }, 9, 0, { first_relevant: -1 }],
  [{ dcg: {} }, 9, 8.160558421703625, { unrated_docs: 6 }],
  [{ dcg: { normalize: true, k: 3 } }, 3, 0.787154602990972, { unrated_docs: 1 }],
  [
    { expected_reciprocal_rank: { maximum_relevance: 3, unknown_doc_rating: 1 } },
    9,
    0.8942568673027886,
    { unrated_docs: 6 },
  ],
])('%j of %d hits', (json: JsonObject, count, score, details) => {
  const quality = metric(json).evaluate(HITS.slice(0, count), ALL);
  expect(quality.score).toBeCloseTo(score, 12);
  expect(quality.details).toMatchObject(details);
});

test.each([{ dcg: { k: 0 } }, { expected_reciprocal_rank: { maximum_relevance: 1, k: 0 } }])(
  '%j asks for no hits',
  (json: JsonObject) => {
    expect(metric(json).k).toBe(0);
  },
);

test('without hits or ratings every metric is 0', () => {
  const all = ['precision', 'recall', 'mean_reciprocal_rank', 'dcg'].map((name) => ({
    [name]: {},
  }));
  for (const json of [...all, { expected_reciprocal_rank: { maximum_relevance: 1 } }]) {
    expect(metric(json).evaluate([], []).score).toBe(0);
  }
});

test.each([
  [{ requests: [REQUEST] }, 'Required [metric]'],
  [{ metric: { precision: {} } }, 'Required [requests]'],
  [{}, 'Required [requests, metric]'],
  [{ requests: [], metric: { precision: {} } }, 'Failed to build [rank_eval]'],
  [{ requests: [REQUEST], metric: { foo: {} } }, '[rank_eval] failed to parse field [metric]'],
  [{ requests: [REQUEST], metric: { precision: { k: 0 } } }, 'failed to parse field [metric]'],
  [
    { requests: [REQUEST], metric: { expected_reciprocal_rank: {} } },
    'failed to parse field [metric]',
  ],
  [{ requests: [{ id: 'a' }], metric: { precision: {} } }, 'failed to parse field [requests]'],
  [{ foo: 1 }, '[rank_eval] unknown field [foo]'],
  [
    { requests: [{ id: 'a', template_id: 't', ratings: [] }], metric: { precision: {} } },
    'unknown template [t]',
  ],
  [{ requests: [{ id: 'a', request: {} }] }, 'failed to parse field [requests]'],
  [{ requests: [{ id: 'a', request: { query: {} } }] }, 'failed to parse field [requests]'],
  [{ requests: 3 }, "[rank_eval] requests doesn't support values of type: VALUE_NUMBER"],
  [{ metric: { dcg: { normalize: [] } } }, 'failed to parse field [metric]'],
  [{ metric: {} }, 'failed to parse field [metric]'],
])('%j is refused: %s', (json: JsonObject, reason) => {
  expect(() => atOnce(parseRankEvaluation(json, READING))).toThrow(reason);
});

const MATCH_ALL = { query: { match_all: {} } };
const SUGGEST = { a: { text: 'x', term: { field: 'f' } } };
const MAX = { a: { max: { field: 'f' } } };
const rated = (rating: JsonObject) => ({ ...REQUEST, ratings: [rating] });
const TWICE = [
  { _index: 'i', _id: '1', rating: 1 },
  { _index: 'i', _id: '1', rating: 0 },
];
const AMBIGUOUS = 'Ambiguous rated request: Set both';

/** OpenSearch 2.19's last cause for a request of an evaluation. */
test.each<[JsonObject, string]>([
  [{ ...REQUEST, request: { suggest: SUGGEST, aggs: MAX } }, 'not contain a suggest section.'],
  [{ ...REQUEST, request: { suggest: {} } }, 'not contain a suggest section.'],
  [{ ...REQUEST, request: { aggregations: MAX } }, 'not contain aggregations.'],
  [{ ...REQUEST, request: { highlight: { fields: {} } } }, 'not contain a highlighter section.'],
  [{ ...REQUEST, request: { explain: true } }, 'not use explain.'],
  [{ ...REQUEST, request: { profile: true } }, 'not use profile.'],
  [{ ...REQUEST, template_id: 't' }, AMBIGUOUS],
  [{ ...REQUEST, params: { a: 1 } }, AMBIGUOUS],
  [{ id: 'a', ratings: [], params: { a: 1 } }, 'need to set id of template to apply them to too.'],
  [{ id: 'a', ratings: [] }, 'Need to set at least test request'],
  [rated({ _index: 'i', _id: '1' }), 'Required [rating]'],
  [rated({ _id: '1' }), 'Required [_index, rating]'],
  [rated({ _index: '', _id: '1', rating: 1 }), 'Index must be set for each rated document'],
  [rated({ _index: 'i', _id: '', rating: 1 }), 'DocId must be set for each rated document'],
  [{ ...REQUEST, ratings: TWICE }, 'Found duplicate rated document key'],
])('the request %j is refused: %s', (request, reason) => {
  const evaluation = { requests: [request], metric: { precision: {} } };
  expect(refusal(() => atOnce(parseRankEvaluation(evaluation, READING)))).toContain(reason);
});

test.each<[JsonObject, string]>([
  [{ metric: { precision: null } }, '[precision] Expected START_OBJECT but was: VALUE_NULL'],
  [{ metric: { dcg: 3 } }, '[dcg] Expected START_OBJECT but was: VALUE_NUMBER'],
  [{ max_concurrent_searches: 0 }, 'maxConcurrentSearchRequests must be positive'],
])('the evaluation %j is refused: %s', (part, reason) => {
  const evaluation = { requests: [REQUEST], metric: { precision: {} }, ...part };
  expect(refusal(() => atOnce(parseRankEvaluation(evaluation, READING)))).toContain(reason);
});

test.each<JsonObject>([
  { ...MATCH_ALL, aggs: {} },
  { ...MATCH_ALL, explain: false, profile: false },
])('the search %j is taken', (request) => {
  const evaluation = { requests: [{ ...REQUEST, request }], metric: { precision: {} } };
  const { requests } = atOnce(parseRankEvaluation(evaluation, READING));
  expect(requests[0]?.body).toEqual(request);
});
