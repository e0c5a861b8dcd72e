/** From a request to searches, and from their responses to documents. */
import { encodeJson, type JsonObject, parseJson } from '@skein/content';
import { nowhere } from '@skein/reading';
import { changedFilters } from './changed_groups.js';
import { dateGroups, deducedMapping, fieldsOfConcern } from './deduced_mapping.js';
import { changesRequest, pageRequest } from './page_request.js';
import { readKeys, readPage } from './read_page.js';
import { readTransform } from './read_transform.js';

const PIVOT = {
  source: { index: 'a', query: { term: { x: 1 } } },
  dest: { index: 'b' },
  sync: { time: { field: 'arrived', delay: '1s' } },
  pivot: {
    group_by: {
      tile: { geotile_grid: { field: 'where', precision: 1 } },
      'when.day': { date_histogram: { field: 'time', calendar_interval: 'day' } },
      shop: { terms: { field: 'shop', missing_bucket: true } },
    },
    aggs: {
      bounds: { geo_bounds: { field: 'where' } },
      max: { max: { field: 'time' } },
      ranges: { range: { field: 'n' }, aggs: { n: { avg: { field: 'n' } } } },
      gone: { bucket_selector: {} },
    },
  },
};
const transform = readTransform(PIVOT, nowhere);
const TYPES = new Map([
  ['shop', 'text'],
  ['time', 'date'],
  ['where', 'geo_point'],
]);

function answer(buckets: readonly JsonObject[], more: JsonObject = {}): Uint8Array {
  const found = { buckets: [...buckets], ...more };
  return encodeJson({ _shards: { failed: 0 }, aggregations: { _transform: found } });
}

const BUCKET = {
  key: { shop: null, tile: '1/0/0', 'when.day': 86_400_000 },
  doc_count: 3,
  bounds: { bounds: { top_left: { lat: 2, lon: 1 }, bottom_right: { lat: 0, lon: 3 } } },
  max: { value: 1, value_as_string: '1970-01-01T00:00:00.001Z' },
  ranges: { buckets: [{ key: '*-1.5', doc_count: 2, n: { value: 0.5 } }] },
};

test('a bucket is a document: nested names, dates, tiles, buckets by their keys', () => {
  const dates = dateGroups(transform, TYPES);
  expect(dates).toEqual(['when.day']);
  const page = readPage({ transform, dateGroups: dates, answer: answer([BUCKET]) });
  expect([page.read, page.after]).toEqual([3, undefined]);
  expect(parseJson(page.documents[0]?.source ?? new Uint8Array())).toEqual({
    shop: null,
    tile: {
      type: 'polygon',
      coordinates: [
        [
          [-180, expect.closeTo(85.0511)],
          [-180, 0],
          [0, 0],
          [0, expect.closeTo(85.0511)],
          [-180, expect.closeTo(85.0511)],
        ],
      ],
    },
    when: { day: '1970-01-02T00:00:00.000Z' },
    bounds: {
      type: 'polygon',
      coordinates: [
        [
          [1, 2],
          [1, 0],
          [3, 0],
          [3, 2],
          [1, 2],
        ],
      ],
    },
    max: '1970-01-01T00:00:00.001Z',
    ranges: { '*-1_5': { n: 0.5 } },
  });
});

test('the date of a group may be later than any Date of JavaScript', () => {
  const bucket = { ...BUCKET, key: { ...BUCKET.key, 'when.day': 9_000_000_000_000_000 } };
  const dates = dateGroups(transform, TYPES);
  const { documents } = readPage({ transform, dateGroups: dates, answer: answer([bucket]) });
  expect(parseJson(documents[0]?.source ?? new Uint8Array())).toMatchObject({
    when: { day: '+287168-08-24T16:00:00.000Z' },
  });
});

test('the id follows from the group alone, and other groups have others', () => {
  const idOf = (bucket: JsonObject) =>
    readPage({ transform, dateGroups: [], answer: answer([bucket]) }).documents[0]?.id;
  expect(idOf({ ...BUCKET, doc_count: 9 })).toBe(idOf(BUCKET));
  const others = [{ shop: 'null' }, { shop: '' }, { 'when.day': 0 }, { tile: '1/0/1' }];
  const ids = others.map((key) => idOf({ ...BUCKET, key: { ...BUCKET.key, ...key } }));
  expect(new Set([...ids, idOf(BUCKET)]).size).toBe(5);
});

test('a page that is not whole is refused', () => {
  const bytes = encodeJson({
    _shards: { failed: 1 },
    aggregations: { _transform: { buckets: [] } },
  });
  expect(() => readPage({ transform, dateGroups: [], answer: bytes })).toThrow('[1] shards failed');
});

test('the mapping follows from aggregations and the fields of the source', () => {
  expect(fieldsOfConcern(transform)).toEqual(['shop', 'where', 'time']);
  expect(deducedMapping(transform, TYPES)).toEqual({
    properties: {
      shop: { type: 'keyword' },
      tile: { type: 'geo_shape' },
      when: { properties: { day: { type: 'date' } } },
      bounds: { type: 'geo_shape' },
      max: { type: 'date' },
    },
  });
});

test('a page is asked for with the query of the source and what limits it', () => {
  const after = { shop: 's' };
  const filters = [{ exists: { field: 'y' } }];
  expect(pageRequest(transform, filters, after)).toMatchObject({
    size: 0,
    query: { bool: { filter: [{ term: { x: 1 } }, { exists: { field: 'y' } }] } },
    aggregations: {
      _transform: {
        composite: {
          size: 500,
          sources: [
            { shop: { terms: { field: 'shop', missing_bucket: true } } },
            { tile: { geotile_grid: { field: 'where', precision: 1 } } },
            { 'when.day': { date_histogram: { field: 'time', calendar_interval: 'day' } } },
          ],
          after,
        },
        aggregations: PIVOT.pivot.aggs,
      },
    },
  });
  const changes = changesRequest(transform, { fromMs: 1, toMs: 5 }, undefined);
  const bounds = { gte: 1, lt: 5, format: 'epoch_millis' };
  expect(changes.query).toEqual({
    bool: { filter: [{ term: { x: 1 } }, { range: { arrived: bounds } }] },
  });
});

test('groups that have changed are found again by their terms and days, missing ones too', () => {
  const { keys } = readKeys(
    answer([BUCKET, { key: { shop: 's', tile: '1/0/0', 'when.day': 0 }, doc_count: 1 }]),
  );
  expect(changedFilters(transform, { keys, dates: new Set(['when.day']) })).toEqual([
    {
      bool: {
        should: [
          { terms: { shop: ['s'] } },
          { bool: { must_not: [{ exists: { field: 'shop' } }] } },
        ],
        minimum_should_match: 1,
      },
    },
    {
      bool: {
        should: [
          { range: { time: { gte: 0, lt: 86_400_000 + 97_200_000, format: 'epoch_millis' } } },
        ],
        minimum_should_match: 1,
      },
    },
  ]);
});

test('the latest document of a group is written as it is', () => {
  const latest = readTransform(
    { source: { index: 'a' }, dest: { index: 'b' }, latest: { unique_key: 'k', sort: 't' } },
    nowhere,
  );
  const bucket = {
    key: { k: 'x' },
    doc_count: 2,
    _latest: { hits: { hits: [{ _id: '1', _source: { k: 'x', deep: { 'a.b': 1 } } }] } },
  };
  const { documents } = readPage({ transform: latest, dateGroups: [], answer: answer([bucket]) });
  expect(documents.map(({ source }) => parseJson(source))).toEqual([
    { k: 'x', deep: { 'a.b': 1 } },
  ]);
});

test.each<[object, string]>([
  [{ pivot: undefined }, 'Required [pivot] or [latest]'],
  [{ latest: { unique_key: ['a'], sort: 't' } }, 'more than one function'],
  [{ pivot: { ...PIVOT.pivot, group_by: {} } }, 'pivot.groups must not be null'],
  [{ pivot: { ...PIVOT.pivot, aggs: {} } }, 'pivot.aggregations must not be null'],
  [{ pivot: { ...PIVOT.pivot, group_by: { a: { terms: {}, histogram: {} } } } }, 'exactly one of'],
  [
    { pivot: { ...PIVOT.pivot, group_by: { a: { histogram: { field: 'n', interval: 1 } } } } },
    'changes cannot be told',
  ],
  [{ settings: { align_checkpoints: true } }, 'is not supported'],
  [{ dest: { index: 'a' } }, 'is included in source expression'],
  [
    {
      pivot: {
        ...PIVOT.pivot,
        group_by: { a: { date_histogram: { field: 't', format: 'yyyy' } } },
      },
    },
    'does not support [format]',
  ],
  [{ settings: { max_page_search_size: 9 } }, 'is out of range'],
  [{ retention_policy: { time: { field: 't', max_age: '1s' } } }, 'must be at least 1m'],
  [{ frequency: '2h' }, 'highest permitted [frequency] is [1h]'],
])('%j is refused', (change, reason) => {
  const given = JSON.parse(JSON.stringify({ ...PIVOT, ...change }));
  let told = '';
  try {
    readTransform(given, nowhere);
  } catch (thrown) {
    for (let error = thrown as Error | undefined; error; error = error.cause as Error | undefined) {
      told += `${error.message}; `;
    }
  }
  expect(told).toContain(reason);
});

test('names that are those of prototypes are names of fields', () => {
  const names = ['__proto__.polluted', 'constructor.prototype.polluted'];
  const odd = readTransform(
    {
      source: PIVOT.source,
      dest: PIVOT.dest,
      pivot: {
        group_by: { [names[0] ?? '']: { terms: { field: 'shop' } } },
        aggs: { [names[1] ?? '']: { sum: { field: 'n' } } },
      },
    } as JsonObject,
    nowhere,
  );
  const key = Object.fromEntries([[names[0], 'evil']]);
  const bucket = { key, doc_count: 1, 'constructor.prototype.polluted': { value: 1 } };
  const { documents } = readPage({ transform: odd, dateGroups: [], answer: answer([bucket]) });
  expect(new TextDecoder().decode(documents[0]?.source)).toBe(
    '{"__proto__":{"polluted":"evil"},"constructor":{"prototype":{"polluted":1}}}',
  );
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  expect('polluted' in {}).toBe(false);
});

test('groups that are not wanted are left out: documents of them may be missing', () => {
  const others = [{ shop: 's' }, { 'when.day': 0 }];
  const buckets = [BUCKET, ...others.map((key) => ({ ...BUCKET, key: { ...BUCKET.key, ...key } }))];
  const page = readPage({
    transform,
    dateGroups: [],
    answer: answer(buckets),
    wanted: [BUCKET.key],
  });
  expect(page.documents).toHaveLength(1);
});

test('longs beyond 2^53 are keys like others', () => {
  const bytes = new TextEncoder().encode(
    '{"_shards":{"failed":0},"aggregations":{"_transform":{"buckets":[{"key":{"shop":9007199254740993},"doc_count":1}]}}}',
  );
  const { documents } = readPage({ transform, dateGroups: [], answer: bytes });
  expect(new TextDecoder().decode(documents[0]?.source)).toContain('"shop":9007199254740993');
});

test('a pivot may have the size of a page, which the settings replace', () => {
  const sized = { ...PIVOT, pivot: { ...PIVOT.pivot, max_page_search_size: 20 } };
  const sizeOf = (given: JsonObject) => readTransform(given, nowhere).settings.maxPageSearchSize;
  expect(sizeOf(PIVOT)).toBe(500);
  expect(sizeOf({ ...sized, settings: { dates_as_epoch_millis: true } })).toBe(20);
  expect(sizeOf({ ...sized, settings: { max_page_search_size: 30 } })).toBe(30);
});
