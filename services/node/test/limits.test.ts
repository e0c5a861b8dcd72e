/**
 * The limits of requests: every row of the first table of docs/LIMITS.md is tried on a running node
 * and refused as the table says, and the second table names existing tests.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { LoneNode } from './lone_node.js';

const ROOT = resolve(__dirname, '../../..');
const PAGE = readFileSync(join(ROOT, 'docs/LIMITS.md'), 'utf8');

type Request = readonly [method: string, path: string, body?: unknown, contentType?: string];

interface Case {
  readonly ask: Request;
  /** A text that the reason contains. */
  readonly reason: string;
}

const repeat = (text: string, times: number): string => text.repeat(times);
const many = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));
const ALL = { match_all: {} };
const S = (body: unknown): Request => ['POST', '/a/_search', body];
const script = (source: string) => ({ query: { script: { script: { source } } } });

/** A search with runtime fields; `fields` has their scripts by name. */
function runtime(fields: Readonly<Record<string, string>>, asked: string, type = 'long'): Request {
  const entries = Object.entries(fields).map(([name, source]) => [name, { type, script: source }]);
  return S({ runtime_mappings: Object.fromEntries(entries), query: { term: { [asked]: 1 } } });
}

function nestedProcessors(depth: number): unknown {
  if (depth === 0) return { drop: {} };
  return { foreach: { field: 'f', processor: nestedProcessors(depth - 1) } };
}

/** Patterns, each of which expands to two of the one before. */
const DOUBLED = {
  field: 'f',
  patterns: ['%{D16}'],
  pattern_definitions: Object.fromEntries(
    many(17, (i) => [`D${i}`, i === 0 ? repeat('a', 100) : `%{D${i - 1}}%{D${i - 1}}`]),
  ),
};

/**
 * A list in Smile (https://github.com/FasterXML/smile-format-specification): of many objects whose
 * one member has a name of 64 characters, which is written once and referred to by one byte.
 */
function repeatedNames(objects: number): Uint8Array<ArrayBuffer> {
  const name = [0xbf, ...Buffer.from(repeat('n', 64))];
  const rest = many(objects - 1, () => [0xfa, 0x40, 0xc0, 0xfb]).flat();
  const head = [...Buffer.from(':)\n'), 0x01, 0xf8, 0xfa, ...name, 0xc0, 0xfb];
  return Uint8Array.from([...head, ...rest, 0xf9]);
}

/** The cases by the names of the limits in the table. */
const CASES: Readonly<Record<string, Case>> = {
  '`index.max_result_window`': {
    ask: S({ from: 9_991, size: 10 }),
    reason: 'Result window is too large',
  },
  '`index.max_result_window`, scroll': {
    ask: ['POST', '/a/_search?scroll=1m', { size: 10_001 }],
    reason: 'Batch size is too large',
  },
  '`index.max_inner_result_window`': {
    ask: S({ query: { nested: { path: 'ne', query: ALL, inner_hits: { size: 101 } } } }),
    reason: 'Inner result window is too large',
  },
  '`index.max_rescore_window`': {
    ask: S({ rescore: { window_size: 10_001, query: { rescore_query: ALL } } }),
    reason: 'Rescore window [10001] is too large',
  },
  'keys of `sort`': {
    ask: S({ sort: many(10_001, () => 'n') }),
    reason: '[sort] has [10001] keys',
  },
  'names of `indices_boost`': {
    ask: S({ indices_boost: many(10_001, (i) => ({ [`i${i}`]: 2 })) }),
    reason: '[indices_boost] has [10001] names',
  },
  '`index.max_docvalue_fields_search`': {
    ask: S({ docvalue_fields: many(101, (i) => `f${i}`) }),
    reason: 'too many docvalue_fields',
  },
  '`index.max_script_fields`': {
    ask: S({ script_fields: Object.fromEntries(many(33, (i) => [`f${i}`, { script: '1' }])) }),
    reason: 'too many script_fields',
  },
  '`index.max_terms_count`': {
    ask: S({ query: { terms: { k: many(65_537, String) } } }),
    reason: 'The number of terms [65537]',
  },
  '`index.max_regex_length`': {
    ask: S({ query: { regexp: { k: repeat('a', 1001) } } }),
    reason: 'The length of regex [1001]',
  },
  '`index.max_determinized_states`': {
    ask: S({ query: { regexp: { k: { value: 'a', max_determinized_states: 100_001 } } } }),
    reason: '[max_determinized_states] of [100001]',
  },
  '`max_determinized_states`': {
    ask: S({ query: { regexp: { k: '.*a.{20}' } } }),
    reason: 'would require more than 10000 effort',
  },
  'states of a wildcard': {
    ask: S({ query: { wildcard: { k: `*a${repeat('?', 30)}` } } }),
    reason: 'would require more than 10000 effort',
  },
  'numbers of `<1-10>`': {
    ask: S({ query: { regexp: { k: `<1-${repeat('9', 900)}>` } } }),
    reason: 'interval syntax error',
  },
  '`index.max_slices_per_scroll`': {
    ask: ['POST', '/a/_search?scroll=1m', { slice: { id: 0, max: 1025 } }],
    reason: 'The number of slices [1025]',
  },
  'slices by query': {
    ask: ['POST', '/_reindex?slices=100000', { source: { index: 'a' }, dest: { index: 'c' } }],
    reason: 'The number of slices [100000]',
  },
  'clauses of `bool`': {
    ask: S({ query: { bool: { should: many(1025, (i) => ({ term: { k: String(i) } })) } } }),
    reason: 'maxClauseCount is set to 1024',
  },
  'clauses of `match`': {
    ask: S({ query: { match: { t: repeat('a ', 1025) } } }),
    reason: 'maxClauseCount is set to 1024',
  },
  'text of a query': {
    ask: S({ query: { match_phrase: { t: repeat('a ', 500_001) } } }),
    reason: 'the text of a query has [1000002] characters',
  },
  'clauses of `query_string`': {
    ask: S({ query: { query_string: { query: `${repeat('a OR ', 1_000_000)}b`, fields: ['t'] } } }),
    reason: 'Failed to parse query',
  },
  'clauses of `simple_query_string`': {
    ask: S({
      query: { simple_query_string: { query: `${repeat('a | ', 1_000_000)}b`, fields: ['t'] } },
    }),
    reason: 'maxClauseCount is set to 1024',
  },
  'leaves of a query': {
    ask: S({
      query: {
        bool: {
          should: many(2, (b) => ({
            bool: { should: many(600, (i) => ({ term: { k: `${b} ${i}` } })) },
          })),
        },
      },
    }),
    reason: 'maxClauseCount is set to 1024',
  },
  'groups of `query_string`': {
    ask: S({
      query: { query_string: { query: `${repeat('(', 400_000)}a${repeat(')', 400_000)}` } },
    }),
    reason: 'Failed to parse query',
  },
  '`indices.query.bool.max_nested_depth`': {
    ask: S(
      `{"query":${repeat('{"constant_score":{"filter":', 400)}{"match_all":{}}${repeat('}}', 400)}}`,
    ),
    reason: 'The nested depth of the query exceeds',
  },
  'depth of `intervals`': {
    ask: S(
      `{"query":{"intervals":{"t":${repeat('{"all_of":{"intervals":[', 300)}{"match":{"query":"a"}}${repeat(']}}', 300)}}}}`,
    ),
    reason: 'too many nested interval rules',
  },
  'depth of JSON': {
    ask: S(`${repeat('{"a":', 400_000)}1${repeat('}', 400_000)}`),
    reason: 'Document nesting depth (1001) exceeds',
  },
  'depth of a `wrapper`': {
    ask: S({
      query: {
        wrapper: {
          query: Buffer.from(
            `${repeat('{"bool":{"must":', 100_000)}{}${repeat('}}', 100_000)}`,
          ).toString('base64'),
        },
      },
    }),
    reason: 'Document nesting depth (1001) exceeds',
  },
  'members of JSON objects': {
    ask: S(Object.fromEntries(many(100_001, (i) => [`k${i}`, i]))),
    reason: 'Object member count (100001) exceeds the maximum allowed (100000)',
  },
  'elements of JSON lists': {
    ask: S({ query: { ids: { values: many(250_001, String) } } }),
    reason: 'Array element count (250001) exceeds the maximum allowed (250000)',
  },
  'texts of JSON': {
    ask: ['POST', '/a/_count', { query: { match: { t: repeat('a', 8_000_001) } } }],
    reason: 'String length (8000001) exceeds the maximum allowed (8000000)',
  },
  'names of JSON': { ask: S({ [repeat('a', 50_001)]: 1 }), reason: 'Name length (50001) exceeds' },
  'numbers of JSON': {
    ask: S(`{"size":${repeat('1', 1001)}}`),
    reason: 'Number value length (1001) exceeds',
  },
  'length of YAML': {
    ask: [
      'POST',
      '/a/_count',
      `---\n${repeat('# x\n', 70_000)}query: {match_all: {}}`,
      'application/yaml',
    ],
    reason: 'of type YAML is too long',
  },
  'growth of CBOR and Smile': {
    ask: ['POST', '/a/_count', repeatedNames(40_000), 'application/smile'],
    reason: 'is too long as JSON',
  },
  '`k`': {
    ask: S({ query: { knn: { v: { vector: [1, 2], k: 10_001 } } } }),
    reason: '[k] cannot exceed [10000]',
  },
  '`num_candidates`': {
    ask: S({ knn: { field: 'v', query_vector: [1, 2], k: 10, num_candidates: 10_001 } }),
    reason: '[num_candidates] cannot exceed [10000]',
  },
  'dimension of a vector': {
    ask: [
      'PUT',
      '/b',
      { mappings: { properties: { v: { type: 'knn_vector', dimension: 16_001 } } } },
    ],
    reason: 'cannot be greater than 16000',
  },
  'ids of `pinned`': {
    ask: S({ query: { pinned: { ids: many(101, String), organic: ALL } } }),
    reason: 'Max of 100 ids exceeded: 101',
  },
  'depth of runtime fields': {
    ask: runtime(
      Object.fromEntries(
        many(6, (i) => [`r${i}`, i === 0 ? 'emit(1)' : `emit(doc['r${i - 1}'].value)`]),
      ),
      'r5',
    ),
    reason: 'Field requires resolving too many dependent fields: r5 -> r4',
  },
  'values of a runtime field': {
    ask: runtime({ r: 'for (int i = 0; i < 101; i++) emit(i)' }, 'r'),
    reason: 'runtime error',
  },
  'characters of a runtime field': {
    ask: runtime(
      { r: "String s = 'a'; for (int i = 0; i < 21; i++) s += s; emit(s)" },
      'r',
      'keyword',
    ),
    reason: 'runtime error',
  },
  'patterns of `_source`': {
    ask: S({ _source: [repeat('a*', 500_001)] }),
    reason: 'the patterns of [_source]',
  },
  '`script.max_size_in_bytes`': {
    ask: S(script(repeat('1;', 32_769))),
    reason: 'exceeded max allowed inline script size',
  },
  'depth of a script': {
    ask: S(script(`return ${repeat('1+', 30_000)}1 > 0`)),
    reason: 'compile error',
  },
  'depth of an expression': {
    ask: S({
      query: {
        script_score: {
          query: ALL,
          script: { lang: 'expression', source: `${repeat('1+', 30_000)}1` },
        },
      },
    }),
    reason: 'compile error',
  },
  'loops of a script': {
    ask: S(script('for (int i = 0; i < 100000000; i++) {} return true')),
    reason: 'runtime error',
  },
  'memory of a script': {
    ask: S(script("def a = 'x'; while (true) { a += a }")),
    reason: 'runtime error',
  },
  'steps of a template': {
    ask: [
      'POST',
      '/_render/template',
      {
        source: `${repeat('{{#a}}', 6)}x${repeat('{{/a}}', 6)}`,
        params: { a: many(100, () => 1) },
      },
    ],
    reason: 'Failed to get value',
  },
  '`index.analyze.max_token_count`': {
    ask: ['POST', '/a/_analyze', { analyzer: 'standard', text: repeat('a ', 10_001) }],
    reason: 'The number of tokens produced',
  },
  'text of `_analyze`': {
    ask: ['POST', '/_analyze', { analyzer: 'standard', text: repeat('a', 1_000_001) }],
    reason: 'The text to analyze has [1000001] characters',
  },
  'filters of `_analyze`': {
    ask: [
      'POST',
      '/_analyze',
      { tokenizer: 'standard', filter: many(1001, () => 'lowercase'), text: 'a' },
    ],
    reason: 'failed to parse field [filter]',
  },
  '`index.max_ngram_diff`': {
    ask: [
      'PUT',
      '/b',
      {
        settings: {
          analysis: {
            tokenizer: { x: { type: 'ngram', min_gram: 1, max_gram: 10_000 } },
            analyzer: { y: { tokenizer: 'x' } },
          },
        },
      },
    ],
    reason: 'The difference between max_gram and min_gram',
  },
  '`index.max_shingle_diff`': {
    ask: [
      'PUT',
      '/b',
      {
        settings: {
          analysis: {
            filter: { x: { type: 'shingle', min_shingle_size: 2, max_shingle_size: 9 } },
            analyzer: { y: { tokenizer: 'standard', filter: ['x'] } },
          },
        },
      },
    ],
    reason: 'the difference between max_shingle_size and min_shingle_size',
  },
  'pairs of a synonym rule': {
    ask: [
      'POST',
      '/_analyze',
      {
        tokenizer: 'standard',
        filter: [{ type: 'synonym', synonyms: [many(1001, (i) => `w${i}`).join()] }],
        text: 'a',
      },
    ],
    reason: 'a rule of [1001] synonyms',
  },
  'buckets of `min_hash`': {
    ask: [
      'POST',
      '/_analyze',
      { tokenizer: 'standard', filter: [{ type: 'min_hash', hash_count: 2000 }], text: 'a' },
    ],
    reason: '[2000] hashes of [512] buckets',
  },
  '`index.mapping.total_fields.limit`': {
    ask: [
      'PUT',
      '/b',
      {
        mappings: {
          properties: Object.fromEntries(many(100_000, (i) => [`f${i}`, { type: 'long' }])),
        },
      },
    ],
    reason: 'Limit of total fields [1000] has been exceeded',
  },
  '`index.mapping.total_fields.limit`, document': {
    ask: ['POST', '/a/_doc', Object.fromEntries(many(1001, (i) => [`f${i}`, 1]))],
    reason: 'Limit of total fields [1000] has been exceeded',
  },
  '`index.mapping.depth.limit`': {
    ask: [
      'PUT',
      '/b',
      `{"mappings":{"properties":${repeat('{"a":{"properties":', 21)}{}${repeat('}}', 21)}}}`,
    ],
    reason: 'Limit of mapping depth [20]',
  },
  '`index.mapping.nested_fields.limit`': {
    ask: [
      'PUT',
      '/b',
      {
        mappings: {
          properties: Object.fromEntries(many(51, (i) => [`f${i}`, { type: 'nested' }])),
        },
      },
    ],
    reason: 'Limit of nested fields [50]',
  },
  '`index.mapping.nested_objects.limit`': {
    ask: ['POST', '/a/_doc', { ne: many(10_001, () => ({ a: 'x' })) }],
    reason: 'The number of nested documents has exceeded',
  },
  'length of a term': {
    ask: ['POST', '/a/_doc', { k: repeat('a', 32_767) }],
    reason: 'immense term',
  },
  'length of an id': { ask: ['PUT', `/a/_doc/${repeat('a', 513)}`, {}], reason: 'is too long' },
  '`index.number_of_shards`': {
    ask: ['PUT', '/b', { settings: { number_of_shards: 1025 } }],
    reason: 'must be <= 1024',
  },
  'length of an index name': { ask: ['PUT', `/${repeat('b', 256)}`], reason: 'Invalid index name' },
  'settings of the cluster': {
    ask: [
      'PUT',
      '/_cluster/settings',
      {
        persistent: Object.fromEntries(many(10_001, (i) => [`cluster.metadata.k${i}`, `${i}`])),
      },
    ],
    reason: 'too many persistent settings: [10001]',
  },
  'parts of the name of a setting': {
    ask: ['PUT', '/b', { settings: { [many(101, () => 'a').join('.')]: 1 } }],
    reason: 'parts between dots, the limit is [100]',
  },
  'processors inside each other': {
    ask: ['PUT', '/_ingest/pipeline/p', { processors: [nestedProcessors(101)] }],
    reason: 'processors are nested deeper than [100]',
  },
  'length of a grok expression': {
    ask: ['PUT', '/_ingest/pipeline/p', { processors: [{ grok: DOUBLED }] }],
    reason: 'Can not convert grok patterns to regular expression',
  },
  '`http.max_initial_line_length`': {
    ask: ['GET', `/a/_search?q=${repeat('a', 4100)}`],
    reason: 'An HTTP line is larger than 4096 bytes',
  },
  '`search.max_keep_alive`': {
    ask: ['POST', '/a/_search?scroll=25h', {}],
    reason: 'Keep alive for request (1d) is too large',
  },
  '`point_in_time.max_keep_alive`': {
    ask: ['POST', '/a/_search/point_in_time?keep_alive=25h'],
    reason: 'Keep alive for request (1d) is too large',
  },
  '`plugins.asynchronous_search.max_keep_alive`': {
    ask: ['POST', '/a/_plugins/_asynchronous_search?keep_alive=121h', {}],
    reason:
      'Keep alive for asynchronous search (435600000) is too large It must be less than (5d).',
  },
};

/** Rows of a table by its heading, cell by cell. */
function rowsOf(heading: string): string[][] {
  const lines = PAGE.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`| ${heading} |`)) + 2;
  const end = lines.findIndex((line, i) => i >= start && !line.startsWith('|'));
  return lines.slice(start, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const ROWS = rowsOf('Limit').map(([name = '', , , answer = '']) => {
  const [, status = '', type = ''] = /^(\d+) `(\w+)`$/.exec(answer) ?? [];
  return { name, status: Number(status), type };
});

let node: LoneNode;

async function ask([method, path, body, contentType = 'application/json']: Request) {
  const answer = await fetch(`${node.url}${path}`, {
    method,
    ...(body === undefined
      ? {}
      : {
          headers: { 'content-type': contentType },
          body:
            typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
        }),
  });
  return { status: answer.status, text: await answer.text() };
}

interface Told {
  readonly type: string;
  readonly reason: string;
}

beforeAll(async () => {
  node = await LoneNode.start();
  const properties = {
    k: { type: 'keyword' },
    t: { type: 'text' },
    n: { type: 'long' },
    ne: { type: 'nested', properties: { a: { type: 'keyword' } } },
    v: { type: 'knn_vector', dimension: 2 },
  };
  const settings = { number_of_shards: 1, number_of_replicas: 0 };
  const made = await ask(['PUT', '/a', { settings, mappings: { properties } }]);
  expect(made.status).toBe(200);
  const written = await ask(['PUT', '/a/_doc/1?refresh=true', { k: 'x', t: 'a b', n: 1 }]);
  expect(written.status).toBe(201);
});
afterAll(() => node?.stop());

test('each row has a case, and each case a row', () => {
  expect(ROWS.map(({ name }) => name)).toEqual(Object.keys(CASES));
});

test.each(ROWS)('$name', async ({ name, status, type }) => {
  const asked = CASES[name];
  if (asked === undefined) throw new Error('no case');
  const answer = await ask(asked.ask);
  expect([answer.status, answer.text.slice(0, 300)]).toEqual([status, expect.any(String)]);
  const { error } = JSON.parse(answer.text) as { error: Told & { root_cause: readonly Told[] } };
  const [cause] = error.root_cause;
  expect([error.type, cause?.type]).toContain(type);
  expect(`${error.reason} ${cause?.reason}`).toContain(asked.reason);
  expect((await ask(['GET', '/a/_count'])).status).toBe(200);
});

test.each(rowsOf('What').map((row) => row.at(-1) ?? ''))('%s', (named) => {
  const [, file = '', name = ''] = /^`([^`]+)`: (.+)$/.exec(named) ?? [];
  expect([file, existsSync(join(ROOT, file))]).toEqual([file, true]);
  expect(readFileSync(join(ROOT, file), 'utf8')).toContain(name);
});

const CLAUSES: Readonly<Record<string, unknown>> = {
  bool: { bool: { should: many(4, (i) => ({ term: { t: `${i}` } })) } },
  match: { match: { t: 'a b c d' } },
  match_bool_prefix: { match_bool_prefix: { t: 'a b c d' } },
  query_string: { query_string: { default_field: 't', query: 'a OR b OR c OR d' } },
  simple_query_string: { simple_query_string: { fields: ['t'], query: 'a b c d' } },
  prefix: { prefix: { t: { value: 'w', rewrite: 'scoring_boolean' } } },
  span_multi: { span_multi: { match: { prefix: { t: 'w' } } } },
};

test('`action.search.shard_count.limit` refuses a search of more shards, and no other', async () => {
  const settings = { number_of_shards: 3, number_of_replicas: 0 };
  expect((await ask(['PUT', '/shards', { settings }])).status).toBe(200);
  const limited = (most: number | null) =>
    ask(['PUT', '/_cluster/settings', { transient: { 'action.search.shard_count.limit': most } }]);
  expect((await limited(2)).status).toBe(200);
  for (const path of ['/shards/_search', '/shards/_search?scroll=1m', '/shards,a/_count']) {
    const { status, text } = await ask(['POST', path, { query: ALL }]);
    expect([path, status]).toEqual([path, 400]);
    expect(text).toContain('shards, which is over the limit of 2. This limit exists');
  }
  expect((await ask(['POST', '/a/_search', { query: ALL }])).status).toBe(200);
  expect((await limited(3)).status).toBe(200);
  expect((await ask(['POST', '/shards/_search', { query: ALL }])).status).toBe(200);
  expect((await limited(null)).status).toBe(200);
});

test('`indices.query.bool.max_clause_count` acts at once, in both directions', async () => {
  const written = await ask(['PUT', '/c/_doc/1?refresh=true', { t: 'a b c d w1 w2 w3 w4' }]);
  expect(written.status).toBe(201);
  const found = async () => {
    const asked = Object.entries(CLAUSES).map(async ([name, query]) => {
      const { status, text } = await ask(['POST', '/c/_search', { query }]);
      return [
        name,
        status === 200 ? 'found' : /(maxClauseCount is set to \d+|Failed to parse)/.exec(text)?.[1],
      ];
    });
    return Object.fromEntries(await Promise.all(asked));
  };
  const change = (most: number | null) =>
    ask([
      'PUT',
      '/_cluster/settings',
      { transient: { 'indices.query.bool.max_clause_count': most } },
    ]);
  const all = (said: string) =>
    Object.fromEntries(Object.keys(CLAUSES).map((name) => [name, said]));
  expect(await found()).toEqual(all('found'));
  expect((await change(3)).status).toBe(200);
  expect(await found()).toEqual({
    ...all('maxClauseCount is set to 3'),
    query_string: 'Failed to parse',
  });
  expect((await change(4)).status).toBe(200);
  expect(await found()).toEqual(all('found'));
  expect((await change(null)).status).toBe(200);
  const more = { bool: { should: many(1_025, (i) => ({ term: { t: `${i}` } })) } };
  expect((await ask(['POST', '/c/_search', { query: more }])).text).toContain(
    'maxClauseCount is set to 1024',
  );
  expect((await change(1_025)).status).toBe(200);
  expect((await ask(['POST', '/c/_search', { query: more }])).status).toBe(200);
  await change(null);
});
