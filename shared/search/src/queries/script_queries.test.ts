import { TestIndex } from '../testing/test_index.js';

const index = new TestIndex({
  mapping: {
    properties: {
      n: { type: 'long' },
      price: { type: 'double' },
      tags: { type: 'keyword' },
      on: { type: 'boolean' },
      at: { type: 'date' },
      place: { type: 'geo_point' },
      text: { type: 'text' },
    },
  },
  documents: [
    {
      n: 1,
      price: 1.5,
      tags: ['b', 'a'],
      on: true,
      at: '2020-01-02',
      place: [2.5, 1.5],
      text: 'quick fox',
    },
    { n: [4, 2], price: 2.5, tags: 'c', on: false, at: '2021-01-02', text: 'quick brown fox' },
    { n: 3, price: 0.5, tags: ['a', 'b', 'c'], at: '2022-01-02' },
    { price: 9, tags: 'a', text: 'fox quick' },
  ],
});

const matches = (source: string, params = {}) =>
  index.matches({ script: { script: { source, params } } });

describe('script query', () => {
  it.each([
    ["doc['n'].size() > 0 && doc['n'].value >= 2", ['2', '3']],
    ["doc['price'].value * 2 > 4", ['2', '4']],
    ["doc['tags'].contains('b')", ['1', '3']],
    ["doc['on'].size() == 1 && doc['on'].value", ['1']],
    ["doc['at'].size() == 1 && doc['at'].value.year == 2021", ['2']],
    ["!doc['place'].empty && doc['place'].arcDistance(1.5, 2.5) < 1", ['1']],
    ["doc['_id'].value == '3'", ['3']],
  ])('%s', (source, ids) => {
    expect(matches(source)).toEqual(ids);
  });

  it('sees its parameters, whole doubles as doubles', () => {
    expect(matches("doc['price'].value > 1 / params.k", { k: { '\0double': 2 } })).toEqual([
      '1',
      '2',
      '4',
    ]);
    expect(matches("doc['price'].value > 1 / params.k", { k: 2 })).toHaveLength(4);
  });

  it('names the place of a failure', () => {
    expect(() => matches("doc['nope'].value > 1")).toThrow('runtime error');
    expect(() => matches('1 +')).toThrow('failed to create query: compile error');
  });
});

describe('script_score', () => {
  const scores = (query: Record<string, unknown>) =>
    index.search({ query: query as never }).hits.map(({ _id, _score }) => [_id, _score]);

  it('replaces the score, times the boost, above the minimum', () => {
    const script = { source: "_score + doc['price'].value" };
    expect(
      scores({ script_score: { query: { match_all: {} }, script, boost: 2, min_score: 4 } }),
    ).toEqual([
      ['4', 20],
      ['2', 7],
      ['1', 5],
    ]);
  });

  it('is a function of function_score', () => {
    const script = { source: "doc['price'].value * params.f", params: { f: 2 } };
    expect(
      scores({ function_score: { script_score: { script }, boost_mode: 'replace' } })[0],
    ).toEqual(['4', 18]);
  });

  it('refuses a negative score', () => {
    const query = { script_score: { query: { match_all: {} }, script: { source: '-1' } } };
    expect(() => scores(query)).toThrow(
      'script_score script returned an invalid score [-1.0] for doc [0]. Must be a non-negative score!',
    );
  });
});

describe('scripts elsewhere in a search', () => {
  it('sort by number and by text', () => {
    const sort = (type: string, source: string, order: string) =>
      index.search({ sort: [{ _script: { type, script: { source }, order } }] }).hits;
    expect(sort('number', "doc['price'].value", 'desc').map(({ sort }) => sort)).toEqual([
      [9],
      [2.5],
      [1.5],
      [0.5],
    ]);
    expect(sort('string', "doc['tags'].value", 'asc').map(({ _id, sort }) => [_id, sort])).toEqual([
      ['1', ['a']],
      ['3', ['a']],
      ['4', ['a']],
      ['2', ['c']],
    ]);
  });

  it('compute fields; the source stays away', () => {
    const script_fields = {
      twice: { script: "doc['price'].value * 2" },
      tags: { script: 'params._source.tags' },
      broken: { script: "doc['nope'].value", ignore_failure: true },
    };
    const [first] = index.search({ script_fields, query: { ids: { values: ['1'] } } }).hits;
    expect(first?.fields).toEqual({ twice: [3], tags: ['b', 'a'] });
    expect(first).not.toHaveProperty('_source');
  });

  it('say how many terms must match', () => {
    const minimum_should_match_script = { source: 'Math.min(params.num_terms, 2)' };
    const terms = ['a', 'b'];
    expect(index.matches({ terms_set: { tags: { terms, minimum_should_match_script } } })).toEqual([
      '1',
      '3',
    ]);
  });

  it('filter intervals', () => {
    const script = { source: 'interval.gaps == 1 && interval.start == 0 && interval.end == 2' };
    const match = { query: 'quick fox', filter: { script } };
    expect(index.matches({ intervals: { text: { match } } })).toEqual(['2']);
  });
});
