import { mappingOf } from '../testing/mapping_of.js';
import { TestIndex } from '../testing/test_index.js';

const index = new TestIndex({
  mapping: mappingOf({
    n: 'long',
    price: 'double',
    tags: 'keyword',
    on: 'boolean',
    at: 'date',
    place: 'geo_point',
    text: 'text',
  }),
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

test('there is no field without a name', () => {
  for (const source of ['doc.containsKey(params.f)', 'doc[params.f].size() > 0']) {
    expect(() => matches(source)).toThrow('runtime error');
  }
});

describe('script query', () => {
  it.each([
    // The variables of the context may be assigned to, for this document only.
    ["def was = doc; doc = ['n': 7]; doc['n'] == 7 && was['n'].size() == 2", ['2']],
    ["if (doc['n'].size() == 1) doc = ['z': 1]; doc.containsKey('z')", ['1', '3']],
    ["params = ['a': 2]; params.size() == 1", ['1', '2', '3', '4']],
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

  it.each([
    ["termFreq('text', 'fox')", [1, 1, 0, 1]],
    ["termFreq('text', 'brown') * 2", [0, 2, 0, 0]],
    ["termFreq('tags', 'b')", [1, 0, 1, 0]],
    ["totalTermFreq('text', 'fox')", [3, 3, 3, 3]],
    ["sumTotalTermFreq('text') + sumTotalTermFreq('nope')", [7, 7, 7, 7]],
    ["totalTermFreq('text', 'nope') + termFreq('nope', 'fox')", [0, 0, 0, 0]],
  ])('knows terms: %s', (source, expected) => {
    const query = { script_score: { query: { match_all: {} }, script: { source } } };
    const byId = new Map(scores(query) as [string, number][]);
    expect(['1', '2', '3', '4'].map((id) => byId.get(id))).toEqual(expected);
  });

  it('has chance that is the same for the same seed', () => {
    const random = (source: string) =>
      scores({
        script_score: { query: { exists: { field: 'tags' } }, script: { source } },
      }).toSorted();
    const [first, second] = random('randomScore(7)');
    expect(first?.[1]).not.toBe(second?.[1]);
    expect(random('randomScore(7)')).toEqual(random('randomScore(7)'));
    expect(random('randomScore(8)')).not.toEqual(random('randomScore(7)'));
    expect(random("randomScore(7, 'price')")).not.toEqual(random('randomScore(7)'));
    expect(() => random("randomScore(7, 'nope')")).toThrow('runtime error');
    expect(() => random('double f() { return randomScore(7) } return f()')).toThrow(
      'compile error',
    );
  });

  it('is explained in the words of the script', () => {
    const source = "if (explanation != null) { explanation.set('so ' + _score) } return 2";
    const explained = (script: string) =>
      index.search({
        explain: true,
        query: {
          script_score: { query: { term: { tags: 'c' } }, script: { source: script } },
        } as never,
      }).hits[0]?._explanation as { readonly description: string } | undefined;
    expect(explained(source)?.description).toMatch(/^so 0\.\d+/);
    expect(explained('2')?.description).toContain('script score function, computed with script');
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

describe('expression', () => {
  const value = (source: string, id = '1', params = {}) => {
    const script = { lang: 'expression', source, params };
    const [hit] = index.search({
      script_fields: { x: { script } },
      query: { ids: { values: [id] } },
    }).hits;
    const fields = hit?.fields as { x: unknown[] } | undefined;
    return fields?.x[0];
  };

  it.each([
    ["doc['n'].value", '2', 2],
    ["doc['n'].min() + doc['n'].max() + doc['n'].sum() + doc['n'].count()", '2', 14],
    ["doc['n'].avg() + doc['n'].median() + doc['n'].length + doc['n'].empty", '2', 8],
    ["doc['n'].value + doc['n'].empty", '4', 1],
    ["doc['at'].date.year + doc['at'].getMonth() + doc['at'].date.dayOfWeek", '1', 2024],
    ["doc['at'].date.weekOfWeekyear + doc['at'].date.getDayOfYear()", '2', 55],
    ["doc['on'].value * 7", '1', 7],
    ["doc['place'].empty + floor(doc['place'].lat * 10)", '1', 14],
    ["doc['n'].getValue() + doc['n'].size() + doc['n'].isEmpty()", '2', 4],
    ["doc['n'].date.value + doc['n'].getDate.length", '2', 4],
    ["doc['at'].getDate.getMonthOfYear() + doc['at'].date.dayOfMonth", '1', 3],
    ["doc['place'].getLat() + doc['place'].getLon() + doc['place'].isEmpty()", '1', 4],
    ["doc['place'].isEmpty() + doc['n'].isEmpty()", '4', 2],
    ['a / b', '1', 0.5],
    ['c.d + doc', '1', 7],
  ])('%s of %s', (source, id, expected) => {
    expect(value(source, id, { a: 1, b: 2, 'c.d': 3, doc: 4 })).toBeCloseTo(expected, 6);
  });

  it.each<[string, string, string, number]>([
    [
      "1 + doc['tags'].value",
      'Field [tags] must be numeric, date, or geopoint',
      "doc['tags'].value",
      5,
    ],
    ["doc['nope'].value", 'Field [nope] does not exist in mappings', "doc['nope'].value", 5],
    [
      '2 * doc["n"].foo',
      'Member variable [foo] does not exist for numeric field [n].',
      "doc['n'].foo",
      0,
    ],
    [
      "doc['n'].foo()",
      'Member method [foo] does not exist for numeric field [n].',
      "doc['n'].foo()",
      0,
    ],
    [
      "doc['n'].date.x",
      'Member variable [x] does not exist for numeric field [n].',
      "doc['n'].date.x",
      0,
    ],
    [
      "doc['at'].date",
      'Member variable [date] does not exist for date field [at].',
      "doc['at'].date",
      0,
    ],
    [
      "doc['at'].date.foo",
      'Member variable [foo] does not exist for date object on field [at].',
      "doc['at'].date.foo",
      0,
    ],
    [
      "doc['at'].date.millis",
      'Member variable [millis] does not exist for date object on field [at].',
      "doc['at'].date.millis",
      0,
    ],
    [
      "doc['place'].x",
      'Member variable [x] does not exist for geo field [place].',
      "doc['place'].x",
      0,
    ],
    [
      "doc['n'].a.b",
      "Variable [doc['n'].a.b] does not follow an allowed format of either doc['field'] or doc['field'].method()",
      "doc['n'].a.b",
      0,
    ],
    [
      "doc['at'].date.a.b",
      "Variable [doc['at'].date.a.b] does not follow an allowed format of either doc['field'] or doc['field'].method()",
      "doc['at'].date.a.b",
      0,
    ],
    [
      "doc['nope']['b']",
      'Only member variables or member methods may be accessed on a field when not accessing the field directly',
      "doc['nope']['b']",
      0,
    ],
    ['_score', 'Unknown variable [_score]', '_score', 0],
    ['1 + a.b', 'Unknown variable [a]', 'a.b', 0],
    [
      '3 - doc.n.value',
      "Variable 'doc' must be used with a specific field like: doc['myfield']",
      'doc.n.value',
      3,
    ],
    ['doc', "Variable 'doc' must be used with a specific field like: doc['myfield']", 'doc', 3],
    ['1 + c', 'Parameter [c] must be a numeric type', 'c', 0],
  ])('%s is refused', (source, words, portion, offset) => {
    let thrown: unknown;
    try {
      value(source, '1', { c: 'x' });
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({
      reason: 'link error',
      cause: { message: words },
      metadata: { script_stack: [portion, `${' '.repeat(offset)}^---- HERE`], script: source },
    });
  });

  it('scores, filters and sorts', () => {
    const script = { lang: 'expression', source: "_score * 2 + doc['price'].value" };
    const query = { script_score: { query: { match_all: {} }, script } };
    expect(index.search({ query }).hits.map(({ _score }) => _score)).toEqual([11, 4.5, 3.5, 2.5]);
    const filter = { lang: 'expression', source: "doc['price'].value > 2" };
    expect(index.matches({ script: { script: filter } })).toEqual(['2', '4']);
  });
});
