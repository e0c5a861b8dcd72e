/** OpenSearch's explanations of scores. */
import { mappingOf } from '../testing/mapping_of.js';
import { TestIndex } from '../testing/test_index.js';

const index = new TestIndex({
  mapping: mappingOf({
    name: 'keyword',
    text: 'text',
    title: 'text',
    wild: 'wildcard',
    from: 'ip',
    n: 'long',
    delay: 'float',
    span: 'long_range',
    place: 'geo_point',
  }),
  documents: [
    {
      name: 'fox',
      text: 'quick brown fox',
      title: 'quick',
      wild: 'a dash of it',
      from: '10.0.0.1',
      n: 55,
      delay: 5.5,
      span: { gte: 1, lte: 9 },
      place: { lat: 48.8, lon: 2.3 },
    },
  ],
});

interface Shown {
  readonly value: unknown;
  readonly description: string;
  readonly details: readonly Shown[];
}

function explained(query: Record<string, unknown>): Shown {
  const [hit] = index.search({ query: query as never, explain: true }).hits;
  return hit?._explanation as unknown as Shown;
}

it.each([
  [
    { term: { from: '10.0.0.1' } },
    'from:[[0 0 0 0 0 0 0 0 0 0 ff ff a 0 0 1] TO [0 0 0 0 0 0 0 0 0 0 ff ff a 0 0 1]]',
  ],
  [
    { range: { from: { gte: '10.0.0.0', lt: '10.0.1.0' } } },
    'from:[[0 0 0 0 0 0 0 0 0 0 ff ff a 0 0 0] TO [0 0 0 0 0 0 0 0 0 0 ff ff a 0 0 ff]]',
  ],
  [{ range: { name: { gte: 'd', lt: 'w' } } }, 'ConstantScore(name:[d TO w})'],
  [{ terms: { n: [55, 149, 2] } }, 'n: [2, 149, 55]'],
  [{ term: { delay: 5.5 } }, 'delay:[1085276160 TO 1085276160]'],
  [{ range: { delay: { gt: 3 } } }, 'delay:[1077936129 TO 2139095040]'],
  [{ range: { span: { gte: 5, lte: 6 } } }, 'BinaryDocValuesRangeQuery(fieldName=,from=5,to=6)'],
  [{ wildcard: { wild: '*dash*' } }, 'WildcardMatchingQuery(wild:"*dash*")'],
  [{ ids: { values: ['1', '12345', '1234'] } }, '_id:([fe 12 34] [fe 12 34 5f] [fe 1f])'],
  [{ ids: { values: ['17', '4', '1', 'none'] } }, '_id:([9e 89 de] [fe 17] [fe 1f] [fe 4f])'],
  [
    { geo_bounding_box: { place: { top_left: [2, 49], bottom_right: [2.6, 48.7] } } },
    'place:box(minLat=48.7000000057742, maxLat=48.999999971129, minLon=2.000000048428774, maxLon=2.5999999791383743)',
  ],
])('%j', (query, description) => {
  expect(explained(query)).toMatchObject({ value: 1, description });
});

it('fields that all count are a sum, of all alternatives in them', () => {
  const { description, details } = explained({
    multi_match: { query: 'quick fox', type: 'most_fields', fields: ['text', 'title'] },
  });
  expect(description).toBe('sum of:');
  expect(details.map((each) => each.description.slice(0, 17))).toEqual([
    'weight(text:quick',
    'weight(text:fox i',
    'weight(title:quic',
  ]);
});

it('a function of a script shows the score it was given', () => {
  const script = { source: "doc['n'].value" };
  const { description, details } = explained({
    function_score: { query: { term: { name: 'fox' } }, script_score: { script } },
  });
  expect(description).toBe('function score, product of:');
  const [own] = details[1]?.details ?? [];
  expect(own).toMatchObject({
    description: `script score function, computed with script:"Script{type=inline, lang='painless', idOrCode='doc['n'].value', options={}, params={}}"`,
    details: [{ description: '_score: ' }],
  });
});

it.each([
  [
    { gauss: { n: { origin: 2e7, scale: 1e8 } } },
    'exp(-0.5*pow(MIN[Math.max(Math.abs(55.0(=doc value) - 2.0E7(=origin))) - 0.0(=offset), 0)],2.0)/',
  ],
  [
    { exp: { place: { origin: { lat: 49, lon: 2 }, scale: '20000km', offset: '0.0005m' } } },
    '(=doc value),49.0, 2.0(=origin)) - 5.0E-4(=offset), 0)]',
  ],
  [
    { field_value_factor: { field: 'n', factor: 1e8, missing: 1e7 } },
    "field value function: none(doc['n'].value?:1.0E7 * factor=1.0E8)",
  ],
])('numbers of %j are shown as Java shows them', (functions, description) => {
  const { details } = explained({
    function_score: { query: { term: { name: 'fox' } }, ...functions, boost_mode: 'replace' },
  });
  expect(JSON.stringify(details)).toContain(description);
});

it('a boost is shown as Java shows it', () => {
  expect(explained({ exists: { field: 'name', boost: 3e8 } }).description).toBe(
    'ConstantScore(*:*)^3.0E8',
  );
});

it('words that were not needed are shown as not there', () => {
  const { description, details } = explained({
    terms_set: { name: { terms: ['fox', 'dog'], minimum_should_match_script: { source: '1' } } },
  });
  expect(description).toBe('1 matches for 1 required matches, sum of:');
  expect(details.map((each) => each.description)[1]).toBe('no matching term');
});
