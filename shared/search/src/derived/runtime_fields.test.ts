import { TestIndex } from '../testing/test_index.js';

const index = new TestIndex({
  mapping: {
    properties: {
      n: { type: 'long' },
      tags: { type: 'keyword' },
      at: { type: 'date' },
      hidden: { type: 'object', enabled: false },
    },
    runtime: {
      twice: { type: 'long', script: "for (def n : doc['n']) { emit(n * 2) }" },
      four: { type: 'double', script: "for (def n : doc['twice']) { emit(n * 2) }" },
      hidden: { type: 'keyword' },
      'raw.day': { type: 'date', format: 'yyyy-MM-dd' },
    },
  },
  documents: [
    { n: 1, tags: ['b', 'a'], at: '2020-01-02', raw: { day: '2020-01-02' }, hidden: 'x' },
    { n: [4, 2], tags: 'c', at: '2021-01-02', raw: { day: 'never' }, hidden: ['z', 'y'] },
    { n: 3, tags: ['a', 'b', 'c', 'a'], at: '2022-01-02' },
    { tags: 'a' },
  ],
});

const runtime_mappings = {
  tag: { type: 'keyword', script: "for (def t : doc['tags']) { emit(t + '!') }" },
  day: {
    type: 'date',
    format: 'yyyy-MM-dd',
    script: "if (doc['at'].size() > 0) { emit(doc['at'].value.toInstant().toEpochMilli()) }",
  },
  odd: { type: 'boolean', script: "for (def n : doc['n']) { emit(n % 2 == 1) }" },
  address: { type: 'ip', script: "emit('10.0.0.9'); emit('10.0.0.' + doc['tags'].size())" },
  spot: { type: 'geo_point', script: 'emit(1.0, 2.0)' },
};
const ids = (query: Record<string, unknown>, fields: Record<string, unknown> = runtime_mappings) =>
  [...index.search({ runtime_mappings: fields as never, query: query as never }).ids].sort();
const shown = (fields: string[], more: Record<string, unknown> = runtime_mappings) =>
  index
    .search({ runtime_mappings: more as never, query: { match_all: {} }, fields })
    .hits.map((hit) => hit.fields);

describe('runtime fields', () => {
  it('of the mapping are found, and may look at each other', () => {
    expect(ids({ term: { twice: 4 } })).toEqual(['2']);
    expect(ids({ range: { four: { gte: 12 } } })).toEqual(['2', '3']);
    expect(ids({ exists: { field: 'twice' } })).toEqual(['1', '2', '3']);
  });

  it('without a script are read from the document', () => {
    expect(ids({ term: { hidden: 'y' } })).toEqual(['2']);
    expect(ids({ exists: { field: 'hidden' } })).toEqual(['1', '2']);
    expect(ids({ range: { 'raw.day': { lte: '2020-01-02' } } })).toEqual(['1']);
    expect(ids({ exists: { field: 'raw.day' } })).toEqual(['1']);
    expect(shown(['hidden', 'raw.day']).slice(0, 2)).toEqual([
      { hidden: ['x'], 'raw.day': ['2020-01-02'] },
      { hidden: ['y', 'z'] },
    ]);
  });

  it('of a search have every type', () => {
    expect(ids({ terms: { tag: ['c!'] } })).toEqual(['2', '3']);
    expect(ids({ wildcard: { tag: 'b*' } })).toEqual(['1', '3']);
    expect(ids({ range: { day: { lt: '2021-06-01' } } })).toEqual(['1', '2']);
    expect(ids({ term: { odd: true } })).toEqual(['1', '3']);
    expect(ids({ term: { address: '10.0.0.0/31' } })).toEqual(['2', '4']);
    expect(ids({ geo_distance: { distance: '1km', spot: { lat: 1, lon: 2 } } })).toHaveLength(4);
  });

  it('are shown in the order of their values', () => {
    const fields = ['twice', 'tag', 'day', 'odd', 'address', 'spot'];
    expect(shown(fields)[2]).toEqual({
      twice: [6],
      tag: ['a!', 'b!', 'c!'],
      day: ['2022-01-02'],
      odd: [true],
      address: ['10.0.0.3', '10.0.0.9'],
      spot: [{ type: 'Point', coordinates: [2, 1] }],
    });
    expect(shown(['twice'])[1]).toEqual({ twice: [4, 8] });
    expect(shown(['t*'])[3]).toEqual({ tag: ['a!'], tags: ['a'] });
  });

  it('are sorted by', () => {
    const { hits } = index.search({
      runtime_mappings,
      query: { exists: { field: 'day' } },
      sort: [{ twice: { order: 'desc', mode: 'max' } }],
      docvalue_fields: ['day'],
    });
    expect(hits.map(({ sort, fields }) => [sort, fields])).toEqual([
      [[8], { day: ['2021-01-02'] }],
      [[6], { day: ['2022-01-02'] }],
      [[2], { day: ['2020-01-02'] }],
    ]);
  });

  it('hide fields of the mapping with their name', () => {
    const n = { type: 'keyword', script: "emit(params._source['tags'].toString())" };
    expect(ids({ term: { n: 'c' } }, { n })).toEqual(['2']);
    expect(ids({ exists: { field: 'n' } }, { n })).toHaveLength(4);
  });

  it('that are composite have parts of one script', () => {
    const both = {
      type: 'composite',
      script:
        "emit(['first': doc['tags'].value, 'count': '' + doc['n'].size()]); emit('all', doc['tags'])",
      fields: { first: { type: 'keyword' }, count: { type: 'long' }, all: { type: 'keyword' } },
    };
    expect(ids({ term: { 'both.first': 'a' } }, { both })).toEqual(['1', '3', '4']);
    expect(ids({ range: { 'both.count': { gte: 2 } } }, { both })).toEqual(['2']);
    expect(ids({ exists: { field: 'both' } }, { both })).toHaveLength(4);
    expect(shown(['both.*'], { both })[1]).toMatchObject({
      'both.first': ['c'],
      'both.count': [2],
    });
  });

  it('may go on after a fault of their script', () => {
    const script = "emit('seen'); emit(doc['n'].value.toString())";
    const first = { type: 'keyword', script };
    expect(() => ids({ term: { first: '1' } }, { first })).toThrow('runtime error');
    const more = { ...first, on_script_error: 'continue' };
    expect(ids({ term: { more: 'seen' } }, { more })).toHaveLength(4);
    expect(ids({ term: { more: '3' } }, { more })).toEqual(['3']);
  });

  it('emit so much and no more', () => {
    const many = (count: number) => ({
      many: { type: 'long', script: `for (int i = 0; i < ${count}; i++) { emit(i) }` },
    });
    expect(ids({ term: { many: 99 } }, many(100))).toHaveLength(4);
    expect(() => ids({ term: { many: 99 } }, many(101))).toThrow('runtime error');
  });

  it('do not need themselves', () => {
    const round = {
      a: { type: 'long', script: "emit(doc['b'].value)" },
      b: { type: 'long', script: "emit(doc['a'].value)" },
    };
    expect(() => ids({ term: { a: 1 } }, round)).toThrow(
      'Cyclic dependency detected while resolving runtime fields: a -> b -> a',
    );
  });

  it.each([
    [{ type: 'nope' }, 'The mapper type [nope] declared on runtime field [x] does not exist.'],
    [{ script: 'emit(1)' }, 'No type specified for runtime field [x]'],
    [
      { type: 'long', format: 'yyyy' },
      'unknown parameter [format] on runtime field [x] of type [long]',
    ],
    [
      { type: 'long', script: { id: 'a' } },
      'stored scripts are not supported for runtime field [x]',
    ],
    [{ type: 'long', script: "emit('a')" }, 'compile error'],
    [{ type: 'composite', fields: {} }, 'composite runtime field [x] must declare a [script]'],
    ['long', 'Expected map for runtime field [x] definition but got a String'],
    [null, 'Runtime field [x] was set to null but its removal is not supported in this context'],
  ])('refuse %j', (field, reason) => {
    expect(() => ids({ match_all: {} }, { x: field })).toThrow(reason);
  });
});
