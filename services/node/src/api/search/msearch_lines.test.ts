import { atOnce } from '@skein/base';
import { msearch } from './msearch.js';
import { readMultiSearch, readSearchLines } from './msearch_lines.js';
import { msearch_template } from './msearch_template.js';

const DEFAULTS = {
  index: 'fallback',
  searchType: undefined,
  restTotalHitsAsInt: false,
  maxConcurrentShardRequests: undefined,
  preFilterShardSize: undefined,
  typedKeys: undefined,
};

function read(...lines: readonly string[]) {
  return atOnce(readMultiSearch(new TextEncoder().encode(`${lines.join('\n')}\n`), DEFAULTS));
}

test('headers say where, bodies what', () => {
  const calls = read(
    '{"index":["a","b"],"ignore_unavailable":true,"routing":"x, y"}',
    '{"size":3}',
    '{}',
    '{"query":{"match_all":{}}}',
    '',
    '{"from":1}',
  );
  expect(calls.map((call) => call.target.indices)).toEqual([
    ['a', 'b'],
    ['fallback'],
    ['fallback'],
  ]);
  expect(calls[0]).toMatchObject({ routing: 'x, y', target: { ignoreUnavailable: true } });
  expect(calls.map((call) => call.request.size)).toEqual([3, 10, 10]);
});

test.each([
  [['{"nope":1}', '{}'], 'key [nope] is not supported in the metadata section'],
  [['{"search_type":"x"}', '{}'], 'No search type for [x]'],
  [['{"expand_wildcards":"x"}', '{}'], 'No valid expand wildcard value [x]'],
  [['{}', '{"nope":1}'], 'Unknown key for a VALUE_NUMBER in [nope].'],
  [['{}', '[]'], 'Expected [START_OBJECT]'],
  [['{}', '{}', '{"nope":1}'], 'key [nope] is not supported in the metadata section'],
  [['{}'], 'Validation Failed: 1: no requests added;'],
  [['{}', ''], 'Expected [START_OBJECT] but found [null]'],
  [['{"ignoreUnavailable":1}', '{}'], 'Could not convert [ignore_unavailable] to boolean'],
  [['{"search_type":["x"]}', '{}'], 'No search type for [[x]]'],
])('%j', (lines, reason) => {
  expect(() => read(...lines)).toThrow(reason);
});

test('the first line may be empty, and a header blank', () => {
  const [first, second] = read('', '{"index":"a"}', '{"size":3}', ' \r', '{"size":4}');
  expect([first, second].map((call) => call?.target.indices)).toEqual([['a'], ['fallback']]);
  expect([first, second].map((call) => call?.request.size)).toEqual([3, 4]);
});

test('a number of a header is a time in milliseconds', () => {
  const timeOf = (value: string) =>
    read(`{"cancel_after_time_interval":${value}}`, '{}')[0]?.cancelAfterMs;
  expect(['1500', '"2s"', '-1'].map(timeOf)).toEqual([1500, 2000, -1]);
});

test('searches by templates take a routing, and types where they are shown', () => {
  expect(Object.keys(msearch_template.params)).toContain('routing');
  const calls = (typed: boolean) => {
    const lines = new TextEncoder().encode('{"type":"t"}\n{"source":"{}"}\n');
    const defaults = { ...DEFAULTS, takesTypes: typed };
    return atOnce(readSearchLines(lines, defaults));
  };
  expect(calls(true)).toHaveLength(1);
  expect(() => calls(false)).toThrow('key [type] is not supported in the metadata section');
});

test('the last line ends too', () => {
  const bytes = new TextEncoder().encode('{}\n{}');
  expect(() => atOnce(readMultiSearch(bytes, DEFAULTS))).toThrow('must be terminated by a newline');
});

test('an index that is not a name is shown as OpenSearch prints it', () => {
  const [call] = read('{"index":["a",{"b":[1,{"c":null}],"d":true}]}', '{}');
  expect(call?.target.indices).toEqual(['a', '{b=[1, {c=null}], d=true}']);
});

test.each([msearch, msearch_template])('at once one search is the least: $id', ({ params }) => {
  const { max_concurrent_searches: most } = params;
  expect(most.parse('max_concurrent_searches', '1')).toBe(1);
  for (const text of ['0', '-1']) {
    expect(() => most.parse('max_concurrent_searches', text)).toThrow('must be positive');
  }
});

test('lines that say nothing of their indices are read as the parameters say', () => {
  const bytes = new TextEncoder().encode(
    '{}\n{}\n{"ignore_unavailable":false,"expand_wildcards":"open","routing":["b"]}\n{}\n',
  );
  const given = {
    ...DEFAULTS,
    ignoreUnavailable: true,
    allowNoIndices: false,
    expandWildcards: ['all'],
    ignoreThrottled: true,
    routing: 'a',
  };
  const [plain, own] = atOnce(readMultiSearch(bytes, given));
  expect(plain).toMatchObject({
    target: {
      ignoreUnavailable: true,
      allowNoIndices: false,
      expandWildcards: ['all'],
      ignoreThrottled: true,
    },
    routing: 'a',
  });
  expect(own).toMatchObject({
    target: { ignoreUnavailable: false, allowNoIndices: false, expandWildcards: ['open'] },
    routing: 'b',
  });
});
