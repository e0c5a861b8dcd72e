/**
 * Single expensive requests, each of which once stalled a node. The main thread must yield to other
 * requests every 50 ms.
 */

export interface GreatRequest {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body: () => string;
  /** The number of times that the request is sent at once. */
  readonly times?: number;
}

const many = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));
const fields = (count: number, limit = 1000) =>
  JSON.stringify({
    settings: { 'index.mapping.total_fields.limit': limit, number_of_replicas: 0 },
    mappings: {
      properties: Object.fromEntries(many(count, (i) => [`f${i}`, { type: 'keyword' }])),
    },
  });
const post = (name: string, path: string, body: () => string): GreatRequest => ({
  name,
  method: 'POST',
  path,
  body,
});

export const GREAT_REQUESTS: readonly GreatRequest[] = [
  { name: 'mapping of 100,000 fields', method: 'PUT', path: '/wide', body: () => fields(100_000) },
  post('_mget of 100,000 ids', '/saturated/_mget', () =>
    JSON.stringify({ ids: many(100_000, String) }),
  ),
  post('_msearch of 50,000', '/saturated/_msearch', () => '{}\n{"size":0}\n'.repeat(50_000)),
  post('_bulk of 100,000', '/saturated/_bulk', () => '{"index":{}}\n{"n":1}\n'.repeat(100_000)),
  post('_bulk of 600,000, refreshed', '/saturated/_bulk?refresh=true', () =>
    '{"index":{}}\n{"n":1}\n'.repeat(600_000),
  ),
  post('query_string of a million OR', '/saturated/_search', () =>
    JSON.stringify({ query: { query_string: { query: `${'a OR '.repeat(1_000_000)}b` } } }),
  ),
  post('1,000 patterns of _source, 1,000 hits', '/saturated/_search', () =>
    JSON.stringify({ size: 1000, _source: many(1000, (i) => `*f${i}*`) }),
  ),
  post('regexp of millions of states', '/saturated/_search', () =>
    JSON.stringify({
      query: { regexp: { tag: { value: '(.*a.{20})&(.*b.{18})', flags: 'ALL' } } },
    }),
  ),
  post('20,000 aliases', '/_aliases', () =>
    JSON.stringify({
      actions: many(20_000, (i) => ({ add: { index: 'saturated', alias: `a${i}` } })),
    }),
  ),
  post('mget, pretty and filtered', '/saturated/_mget?pretty&filter_path=docs._id,-x', () =>
    JSON.stringify({ ids: many(50_000, String) }),
  ),
  {
    ...post('cluster settings of 100,000 keys', '/_cluster/settings', () =>
      JSON.stringify({
        persistent: Object.fromEntries(many(100_000, (i) => [`cluster.metadata.k${i}`, `${i}`])),
      }),
    ),
    method: 'PUT',
  },
  post('_rank_eval of 20,000', '/saturated/_rank_eval', () =>
    JSON.stringify({
      requests: many(20_000, (i) => ({
        id: `r${i}`,
        request: { query: { match: { text: `w${i % 50}` } } },
        ratings: [{ _index: 'saturated', _id: '1', rating: 1 }],
      })),
      metric: { precision: { k: 1 } },
    }),
  ),
  post('_bulk of one line of 60 MB', '/saturated/_bulk', () => {
    const text = 'word '.repeat(12_000_000);
    return `{"index":{}}\n{"text":"${text}"}\n`;
  }),
  {
    ...post('mapping of 100,000 fields that is let in', '/wider', () => fields(100_000, 200_000)),
    method: 'PUT',
  },
  post('indices_boost of two million names', '/saturated/_search', () =>
    JSON.stringify({ indices_boost: Object.fromEntries(many(2_000_000, (i) => [`i${i}`, 2])) }),
  ),
  post('indices_boost, a list of two million', '/saturated/_search', () =>
    JSON.stringify({ indices_boost: many(2_000_000, (i) => ({ [`i${i}`]: 2 })) }),
  ),
  post('ids of ten million', '/saturated/_search', () =>
    JSON.stringify({ query: { ids: { values: many(10_000_000, (i) => i.toString(36)) } } }),
  ),
  post('terms of ten million', '/saturated/_search', () =>
    JSON.stringify({ query: { terms: { tag: many(10_000_000, (i) => i.toString(36)) } } }),
  ),
  post('ids of 250,000', '/saturated/_search', () =>
    JSON.stringify({ query: { ids: { values: many(250_000, (i) => i.toString(36)) } } }),
  ),
  post('terms of 250,000', '/saturated/_search', () =>
    JSON.stringify({ query: { terms: { tag: many(250_000, (i) => i.toString(36)) } } }),
  ),
  post('match of 45 million words', '/saturated/_search', () =>
    JSON.stringify({ query: { match: { text: 'a '.repeat(45_000_000) } } }),
  ),
  post('match_phrase of 45 million words', '/saturated/_search', () =>
    JSON.stringify({ query: { match_phrase: { text: 'a '.repeat(45_000_000) } } }),
  ),
  post('_search answered in YAML', '/saturated/_search?format=yaml', () =>
    JSON.stringify({ size: 10_000, query: { match_all: {} } }),
  ),
  post('_mget of 100,000 ids answered in YAML', '/saturated/_mget?format=yaml', () =>
    JSON.stringify({ ids: many(100_000, String) }),
  ),
  {
    ...post('twelve documents of 90 MB', '/saturated/_doc', () =>
      JSON.stringify({ text: 'word '.repeat(18_000_000) }),
    ),
    times: 12,
  },
];
