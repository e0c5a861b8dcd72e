/**
 * Requests of a user who sees only the red team of the index `people`, and no `salary` or
 * `notes.secret`; and the expected answers.
 */
import { at, DOCUMENTS, type Json, keysAt, TEAMS } from './people_index.js';

/** Ids of a document of another team, and of one of the red team. */
const HIDDEN = 1;
export const SHOWN = 3;
const COUNT = DOCUMENTS / TEAMS.length;

/** A request, and the part of the answer that is compared. */
type SeenPartRequest = [
  what: string,
  method: string,
  path: string,
  body: object | string | undefined,
  part: (json: Json) => unknown,
  expected: unknown,
];

export const SEEN_PART_REQUESTS: SeenPartRequest[] = [
  ['count', 'GET', '/people/_count', undefined, (json) => at(json, 'count'), COUNT],
  [
    'cat count',
    'GET',
    '/_cat/count/people?format=json&h=count',
    undefined,
    (json) => at(json, '0.count'),
    String(COUNT),
  ],
  [
    'get',
    'GET',
    `/people/_doc/${HIDDEN}`,
    undefined,
    (json) => [at(json, 'status'), at(json, 'found')],
    [404, false],
  ],
  [
    'get of what is seen',
    'GET',
    `/people/_doc/${SHOWN}`,
    undefined,
    (json) => keysAt(json, '_source'),
    ['n', 'team', 'name', 'notes'],
  ],
  ['source', 'GET', `/people/_source/${HIDDEN}`, undefined, (json) => at(json, 'status'), 404],
  ['exists', 'HEAD', `/people/_doc/${HIDDEN}`, undefined, (json) => at(json, 'status'), 404],
  [
    'stored fields',
    'GET',
    `/people/_doc/${SHOWN}?stored_fields=salary`,
    undefined,
    (json) => at(json, 'fields'),
    undefined,
  ],
  [
    'mget',
    'POST',
    '/people/_mget',
    { ids: [HIDDEN, SHOWN].map(String) },
    (json) => (at(json, 'docs') as Json[]).map((doc) => doc.found),
    [false, true],
  ],
  [
    'msearch',
    'POST',
    '/people/_msearch',
    '{}\n{"size":0,"track_total_hits":true}\n',
    (json) => at(json, 'responses.0.hits.total.value'),
    COUNT,
  ],
  [
    'a query on a hidden field',
    'POST',
    '/people/_search',
    { query: { range: { salary: { gte: 0 } } } },
    (json) => at(json, 'hits.total.value'),
    0,
  ],
  [
    'exists on a hidden field',
    'POST',
    '/people/_search',
    { query: { exists: { field: 'salary' } } },
    (json) => at(json, 'hits.total.value'),
    0,
  ],
  [
    'a nested query on a hidden field',
    'POST',
    '/people/_search',
    {
      query: {
        nested: { path: 'notes', query: { term: { 'notes.secret': 's0' } }, inner_hits: {} },
      },
    },
    (json) => at(json, 'hits.total.value'),
    0,
  ],
  [
    'a nested query on a field that is seen',
    'POST',
    '/people/_search',
    {
      size: 1,
      query: {
        nested: { path: 'notes', query: { match: { 'notes.text': 'note' } }, inner_hits: {} },
      },
    },
    (json) => [
      at(json, 'hits.total.value'),
      at(json, 'hits.hits.0.inner_hits.notes.hits.hits.0._source'),
    ],
    [COUNT, { text: expect.any(String) }],
  ],
  [
    'sort',
    'POST',
    '/people/_search',
    { sort: ['salary'] },
    (json) => [at(json, 'status'), at(json, 'error.root_cause.0.reason')],
    [400, 'No mapping found for [salary] in order to sort on'],
  ],
  [
    'docvalue_fields',
    'POST',
    '/people/_search',
    { size: 1, docvalue_fields: ['salary'], _source: false },
    (json) => at(json, 'hits.hits.0.fields'),
    undefined,
  ],
  [
    'script fields',
    'POST',
    '/people/_search',
    {
      size: 1,
      script_fields: {
        a: { script: "doc.containsKey('salary')" },
        b: { script: "params._source.containsKey('salary')" },
      },
    },
    (json) => at(json, 'hits.hits.0.fields'),
    { a: [false], b: [false] },
  ],
  [
    'explain',
    'POST',
    `/people/_explain/${HIDDEN}`,
    { query: { match_all: {} } },
    (json) => at(json, 'status'),
    404,
  ],
  [
    'explain of what is seen',
    'POST',
    `/people/_explain/${SHOWN}?_source=true`,
    { query: { term: { salary: 1003 } } },
    (json) => [at(json, 'matched'), at(json, 'get._source.salary')],
    [false, undefined],
  ],
  [
    'termvectors',
    'GET',
    `/people/_termvectors/${HIDDEN}`,
    undefined,
    (json) => at(json, 'found'),
    false,
  ],
  [
    'termvectors of what is seen',
    'GET',
    `/people/_termvectors/${SHOWN}?fields=*`,
    undefined,
    (json) => keysAt(json, 'term_vectors'),
    ['name', 'notes.text', 'team'],
  ],
  [
    'mtermvectors',
    'POST',
    '/people/_mtermvectors',
    { ids: [String(HIDDEN)] },
    (json) => at(json, 'docs.0.found'),
    false,
  ],
  [
    'terms',
    'POST',
    '/people/_terms_enum',
    { field: 'team' },
    (json) => [at(json, 'terms'), at(json, 'complete')],
    [['red'], true],
  ],
  [
    'terms of a hidden field',
    'POST',
    '/people/_terms_enum',
    { field: 'notes.secret' },
    (json) => at(json, 'terms'),
    [],
  ],
  [
    'field_caps',
    'GET',
    '/people/_field_caps?fields=*',
    undefined,
    (json) =>
      keysAt(json, 'fields')
        .filter((name) => !name.startsWith('_'))
        .sort(),
    ['n', 'name', 'notes', 'notes.text', 'team'],
  ],
  [
    'mapping',
    'GET',
    '/people/_mapping',
    undefined,
    (json) => [
      keysAt(json, 'people.mappings.properties'),
      keysAt(json, 'people.mappings.properties.notes.properties'),
    ],
    [['n', 'name', 'notes', 'team'], ['text']],
  ],
  [
    'field mapping',
    'GET',
    '/people/_mapping/field/*',
    undefined,
    (json) => keysAt(json, 'people.mappings').filter((name) => !name.startsWith('_')),
    ['n', 'name', 'notes.text', 'team'],
  ],
  ['index', 'GET', '/people', undefined, (json) => JSON.stringify(json).includes('salary'), false],
  [
    'validate',
    'POST',
    '/people/_validate/query?explain',
    { query: { term: { salary: 1 } } },
    (json) => at(json, 'explanations.0.explanation'),
    expect.stringContaining('MatchNoDocs'),
  ],
  [
    'the terms that a query is rewritten to',
    'POST',
    '/people/_validate/query?rewrite=true',
    { query: { prefix: { team: { value: '', rewrite: 'scoring_boolean' } } } },
    (json) => String(at(json, 'explanations.0.explanation')).match(/team:\w+/g),
    ['team:red'],
  ],
  [
    'terms lookup',
    'POST',
    '/people/_search',
    { query: { terms: { team: { index: 'people', id: String(HIDDEN), path: 'team' } } } },
    (json) => at(json, 'hits.total.value'),
    0,
  ],
  [
    'terms lookup of a hidden field',
    'POST',
    '/people/_search',
    { query: { terms: { n: { index: 'people', id: String(SHOWN), path: 'salary' } } } },
    (json) => at(json, 'hits.total.value'),
    0,
  ],
  [
    'more like a hidden one',
    'POST',
    '/people/_search',
    {
      query: {
        more_like_this: {
          fields: ['name'],
          like: [{ _index: 'people', _id: String(HIDDEN) }],
          min_term_freq: 1,
          min_doc_freq: 1,
        },
      },
    },
    (json) => at(json, 'hits.total.value'),
    0,
  ],
  [
    'rank_eval',
    'POST',
    '/people/_rank_eval',
    {
      requests: [{ id: 'q', request: { query: { ids: { values: ['1'] } } }, ratings: [] }],
      metric: { precision: {} },
    },
    (json) => at(json, 'details.q.hits'),
    [],
  ],
  [
    'search template',
    'POST',
    '/people/_search/template',
    { source: { size: 0, query: { match_all: {} } } },
    (json) => at(json, 'hits.total.value'),
    COUNT,
  ],
  [
    'post_filter and collapse',
    'POST',
    '/people/_search',
    { collapse: { field: 'team' }, post_filter: { match_all: {} } },
    (json) => (at(json, 'hits.hits') as Json[]).map((hit) => at(hit, 'fields.team')),
    [['red']],
  ],
  [
    'match_none',
    'POST',
    '/people/_search',
    { query: { match_none: {} } },
    (json) => at(json, 'hits.total.value'),
    0,
  ],
];
