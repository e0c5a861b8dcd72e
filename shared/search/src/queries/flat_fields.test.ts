import { TestIndex } from '../testing/test_index.js';

const documents = [
  { o: { a: { b: 'fox', c: 5 }, d: ['x', 'y'] } },
  { o: { a: { b: 'Bar', c: 15 }, d: 'z', e: true } },
  { o: { a: { b: 'foxes', n: null }, f: 1.5 } },
  {},
  { o: { 'a.b': 'dotted', q: { a: 'deep' }, ab: 'fox' } },
  { o: [{ a: { b: 'one' } }, { a: { b: ['two', 'fox'] } }] },
  { o: { x: {}, y: [] } },
];

describe.each(['flat_object', 'flattened'])('a path inside %s', (type) => {
  const index = new TestIndex({ mapping: { properties: { o: { type } } }, documents });
  const ids = (query: Record<string, unknown>) => [...index.search({ query: query as never }).ids];

  it.each<[Record<string, unknown>, string[]]>([
    [{ term: { 'o.a.b': 'fox' } }, ['1', '6']],
    [{ term: { 'o.a.b': { value: 'FOX', case_insensitive: true } } }, ['1', '6']],
    [{ terms: { 'o.a.b': ['Bar', 'two'] } }, ['2', '6']],
    [{ match: { 'o.a.c': 5 } }, ['1']],
    [{ prefix: { 'o.a.b': 'fo' } }, ['1', '3', '6']],
    [{ wildcard: { 'o.a.b': 'f*s' } }, ['3']],
    [{ wildcard: { 'o.a.b': '*o*' } }, ['1', '3', '5', '6']],
    [{ regexp: { 'o.a.b': 'f.x|B.*' } }, ['1', '2', '6']],
    [{ fuzzy: { 'o.a.b': 'fax' } }, ['1', '6']],
    [{ range: { 'o.a.b': { gte: 'f', lt: 'foy' } } }, ['1', '3', '6']],
    [{ range: { 'o.a.b': { gt: 'fox' } } }, ['3', '6']],
    [{ range: { 'o.a.b': { lte: 'd' } } }, ['2']],
    [{ exists: { field: 'o.a.b' } }, ['1', '2', '3', '5', '6']],
    [{ exists: { field: 'o.a.n' } }, []],
    [{ exists: { field: 'o.x' } }, []],
    [{ exists: { field: 'o' } }, ['1', '2', '3', '5', '6']],
    [{ query_string: { query: 'o.a.b:f*' } }, ['1', '3', '6']],
  ])('%j', (query, expected) => {
    expect(ids(query).sort()).toEqual(expected);
  });

  it.each<[Record<string, unknown>, string[]]>([
    [{ term: { o: 'fox' } }, ['1', '5', '6']],
    [{ wildcard: { o: 'f*s' } }, ['3']],
    [{ regexp: { o: 'f.x' } }, ['1', '5', '6']],
    [{ fuzzy: { o: 'fax' } }, ['1', '5', '6']],
  ])('and the field itself: %j', (query, expected) => {
    expect(ids(query).sort()).toEqual(expected);
  });

  it('is sorted by and shown, its own values alone', () => {
    const { hits } = index.search({
      sort: [{ 'o.a.b': 'asc' }],
      docvalue_fields: ['o.a.b'],
      fields: ['o.d'],
    });
    expect(hits.map(({ _id, sort }) => [_id, sort])).toEqual([
      ['2', ['Bar']],
      ['5', ['dotted']],
      ['1', ['fox']],
      ['6', ['fox']],
      ['3', ['foxes']],
      ['4', [null]],
      ['7', [null]],
    ]);
    expect(hits[2]?.fields).toEqual({ 'o.a.b': ['fox'], 'o.d': ['x', 'y'] });
    expect(hits[3]?.fields).toEqual({ 'o.a.b': ['fox', 'one', 'two'] });
    const after = index.search({ sort: [{ 'o.a.b': 'desc' }], search_after: ['fox'], size: 2 });
    expect(after.hits.map(({ _id }) => _id)).toEqual(['5', '2']);
  });

  it('is read by scripts', () => {
    const script = { source: "doc['o.a.b'].size()" };
    const { hits } = index.search({ script_fields: { count: { script } } });
    expect(hits.map(({ fields }) => fields)).toEqual(
      [1, 1, 1, 0, 1, 3, 0].map((count) => ({ count: [count] })),
    );
  });
});

test('flattened: the whole field has all values, and is shown as it is', () => {
  const index = new TestIndex({ mapping: { properties: { o: { type: 'flattened' } } }, documents });
  const [first] = index.search({
    query: { term: { o: 'x' } },
    docvalue_fields: ['o'],
    sort: ['o'],
  }).hits;
  expect(first).toMatchObject({ sort: ['5'], fields: { o: ['5', 'fox', 'x', 'y'] } });
  const [shown] = index.search({ query: { term: { o: 'x' } }, fields: ['o'] }).hits;
  expect(shown?.fields).toEqual({ o: [documents[0]?.o] });
});

test('flat_object: the whole field has no column, and is shown as its text', () => {
  const mapping = { properties: { o: { type: 'flat_object' } } };
  const index = new TestIndex({ mapping, documents });
  expect(() => index.search({ sort: ['o'] })).toThrow('does not support doc_value in root field');
  const [shown] = index.search({ query: { term: { o: 'x' } }, fields: ['o'] }).hits;
  expect(shown?.fields).toEqual({ o: ['{a={b=fox, c=5}, d=[x, y]}'] });
});
