import { silentLog } from '@skein/base';
import { emptyRequest, type SearchedPhase } from '@skein/search';
import { NO_SETTINGS } from '@skein/settings';
import { openAlone, put, writeOf } from '../testing/shard_group.js';
import {
  logsSlowSearches,
  searchSlowLog,
  searchSourceText,
  totalHitsText,
} from './search_slow_log.js';

type Line = readonly [level: string, message: string, fields: Record<string, unknown>];

function recorder() {
  const lines: Line[] = [];
  const log = {
    ...silentLog,
    write: (level: string, message: string, fields = {}) => lines.push([level, message, fields]),
  };
  return { lines, log: { ...log, with: () => log } };
}

const QUERY = 'index.search.slowlog.threshold.query';
const FETCH = 'index.search.slowlog.threshold.fetch';

function searchLog(settings: Record<string, string>) {
  const { lines, log } = recorder();
  const listener = searchSlowLog(new Map(Object.entries(settings)), {
    index: 'i',
    shardId: 2,
    log,
  });
  const phase = (tookMs: number, more: Partial<SearchedPhase> = {}): SearchedPhase => ({
    request: emptyRequest(),
    asked: { opaqueId: undefined, searchType: 'query_then_fetch', totalShards: 1 },
    total: { value: 1, relation: 'eq' },
    tookMs,
    ...more,
  });
  return { lines, listener, phase };
}

test('without a threshold nobody listens', () => {
  expect(searchLog({}).listener).toBeUndefined();
  expect(logsSlowSearches(NO_SETTINGS)).toBe(false);
  expect(logsSlowSearches(new Map([[`${FETCH}.info`, '0ms']]))).toBe(true);
});

test('thresholds of both phases are held, each for its own', () => {
  const { lines, listener, phase } = searchLog({
    [`${QUERY}.info`]: '10ms',
    [`${FETCH}.warn`]: '5ms',
  });
  listener?.query(phase(7));
  listener?.fetch(phase(7));
  listener?.query(phase(11));
  expect(lines.map(([level, , fields]) => [level, fields['log.logger']])).toEqual([
    ['warn', 'index.search.slowlog.fetch'],
    ['info', 'index.search.slowlog.query'],
  ]);
});

test.each([
  [4, undefined],
  [5, undefined],
  [6, 'trace'],
  [20.5, 'debug'],
  [31, 'warn'],
])('%d ms: %s', (tookMs, level) => {
  const { lines, listener, phase } = searchLog({
    [`${QUERY}.warn`]: '30ms',
    [`${QUERY}.debug`]: '20ms',
    [`${QUERY}.trace`]: '5ms',
  });
  listener?.query(phase(tookMs));
  listener?.fetch(phase(tookMs));
  expect(lines.map(([written]) => written)).toEqual(level === undefined ? [] : [level]);
});

test('levels below the lowest are not written', () => {
  const { lines, listener, phase } = searchLog({
    [`${QUERY}.debug`]: '1ms',
    [`${QUERY}.info`]: '10ms',
    'index.search.slowlog.level': 'info',
  });
  listener?.query(phase(5));
  listener?.query(phase(11));
  expect(lines.map(([level]) => level)).toEqual(['info']);
});

test('a line has OpenSearch’s fields', () => {
  const { lines, listener, phase } = searchLog({ [`${FETCH}.info`]: '0ms' });
  const request = {
    ...emptyRequest(),
    from: 3,
    given: { stats: ['a', 'b'], query: { match_all: {} } },
  };
  const asked = { opaqueId: 'me', searchType: 'dfs_query_then_fetch', totalShards: 4 } as const;
  listener?.fetch(phase(1500.7, { request, asked, total: { value: 10, relation: 'gte' } }));
  const fields = {
    'log.logger': 'index.search.slowlog.fetch',
    took: '1.5s',
    took_millis: 1500,
    total_hits: '10+ hits',
    stats: '["a","b"]',
    search_type: 'DFS_QUERY_THEN_FETCH',
    total_shards: 4,
    source: '{"from":3,"stats":["a","b"],"query":{"match_all":{}}}',
    id: 'me',
  };
  expect(lines).toEqual([['info', '[i][2]', fields]]);
});

test('the source has what the URL adds to the body, and no defaults', () => {
  const request = emptyRequest();
  const text = (more: object) => searchSourceText({ ...request, given: {}, ...more });
  expect(text({})).toBe('{}');
  expect(text({ from: 1 })).toBe('{"from":1}');
  expect(text({ size: 0 })).toBe('{"size":0}');
  expect(text({ from: 2, size: request.size + 1 })).toBe(`{"from":2,"size":${request.size + 1}}`);
  expect(text({ given: { size: 10, from: 0 } })).toBe('{"size":10,"from":0}');
  expect(totalHitsText(undefined)).toBe('-1');
  expect(totalHitsText({ value: 7, relation: 'eq' })).toBe('7 hits');
  expect(totalHitsText({ value: 10_000, relation: 'gte' })).toBe('10000+ hits');
});

const INDEX = 'index.indexing.slowlog';

function indexLog(settings: Record<string, string>) {
  const { lines, log } = recorder();
  let nowMs = 0;
  const alone = openAlone({
    request: { index: 'i', indexUuid: 'u', indexSettings: settings },
    options: { log, clock: { nowMs: () => nowMs, monotonicMs: () => (nowMs += 1) } },
  });
  return { ...alone, lines };
}

test('a slow write is logged with its document, as long as it is asked for', async () => {
  const log = indexLog({ [`${INDEX}.threshold.index.info`]: '0ms', [`${INDEX}.source`]: '6' });
  await put(log, 'a', 1);
  const [line] = log.lines;
  expect(line).toMatchObject(['info', '[i/u]', { id: 'a', 'log.logger': `${INDEX}.index` }]);
  expect(line?.[2].source).toHaveLength(6);
  log.shard.changeSettings(new Map([[`${INDEX}.threshold.index.info`, '-1']]));
  await put(log, 'b', 2);
  expect(log.lines).toHaveLength(1);
  const always = { [`${INDEX}.threshold.index.warn`]: '0ms', [`${INDEX}.source`]: 'false' };
  log.shard.changeSettings(new Map(Object.entries(always)));
  await put(log, 'c', 3);
  expect(log.lines.at(-1)).toMatchObject(['warn', '[i/u]', { id: 'c', source: undefined }]);
  await log.shard.close();
});

test.each([
  [{ [`${INDEX}.source`]: 'true' }, '{"value":1}'],
  [{ [`${INDEX}.source`]: 'true', [`${INDEX}.reformat`]: 'false' }, '{ "value": 1 }'],
  [{ [`${INDEX}.source`]: '10', [`${INDEX}.reformat`]: 'false' }, '{ "value"'],
])('with %j the line shows %s', async (settings, shown) => {
  const log = indexLog({ [`${INDEX}.threshold.index.info`]: '0ms', ...settings });
  const items = [writeOf('a', new TextEncoder().encode(' { "value": 1 } '))];
  await log.shard.call('bulk', { refresh: 'false', items });
  expect(log.lines[0]?.[2].source).toBe(shown);
  await log.shard.close();
});

test.each([
  ['15', '{"value":1,"x":'],
  ['16', '{"value":1,"x":"'],
  ['17', '{"value":1,"x":"'],
  ['18', '{"value":1,"x":"\u{1f600}'],
])('a source cut at %s characters has no half of a pair', async (length, shown) => {
  const log = indexLog({
    [`${INDEX}.threshold.index.info`]: '0ms',
    [`${INDEX}.source`]: length,
  });
  log.shard.changeMapping({
    mapping: '{"properties":{"value":{"type":"long"},"x":{"type":"keyword"}}}',
    mappingVersion: 2,
  });
  const items = [writeOf('a', new TextEncoder().encode('{"value":1,"x":"\u{1f600}"}'))];
  await log.shard.call('bulk', { refresh: 'false', items });
  expect(log.lines[0]?.[2].source).toBe(shown);
  await log.shard.close();
});

test('a fast write is not logged', async () => {
  const exact = indexLog({ [`${INDEX}.threshold.index.info`]: '1000d' });
  await put(exact, 'a', 1);
  expect(exact.lines).toEqual([]);
  await exact.shard.close();
});
