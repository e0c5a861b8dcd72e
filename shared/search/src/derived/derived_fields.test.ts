import { refusal } from '../testing/refusals.js';
import { TestIndex } from '../testing/test_index.js';

const index = new TestIndex({
  mapping: {
    properties: { n: { type: 'long' }, tags: { type: 'keyword' }, at: { type: 'date' } },
  },
  documents: [
    { n: 1, tags: ['b', 'a'], at: '2020-01-02' },
    { n: [4, 2], tags: 'c', at: '2021-01-02' },
    { n: 3, tags: ['a', 'b', 'c'], at: '2022-01-02' },
    { tags: 'a' },
  ],
});

describe('derived fields', () => {
  const derived = {
    twice: { type: 'long', script: "if (doc['n'].size() > 0) { emit(doc['n'].value * 2) }" },
    tag: { type: 'keyword', script: "for (def t : doc['tags']) { emit(t + '!') }" },
    words: {
      type: 'text',
      script: { source: "emit('Hello ' + params.to)", params: { to: 'World' } },
    },
    day: {
      type: 'date',
      format: 'yyyy-MM-dd',
      script: "if (doc['at'].size() > 0) { emit(doc['at'].value.toInstant().toEpochMilli()) }",
    },
    spot: { type: 'geo_point', script: 'emit(1.0, 2.0)' },
  };
  const ids = (query: Record<string, unknown>) =>
    [...index.search({ derived, query: query as never }).ids].sort();

  it('are found like other fields', () => {
    expect(ids({ term: { twice: 4 } })).toEqual(['2']);
    expect(ids({ range: { twice: { gte: 4 } } })).toEqual(['2', '3']);
    expect(ids({ terms: { tag: ['c!'] } })).toEqual(['2', '3']);
    expect(ids({ match: { words: 'hello nobody' } })).toHaveLength(4);
    expect(ids({ range: { day: { lt: '2021-06-01' } } })).toEqual(['1', '2']);
    expect(ids({ geo_distance: { distance: '1km', spot: { lat: 1, lon: 2 } } })).toHaveLength(4);
  });

  it('cannot be asked for their existence, nor numbers for a format', () => {
    const refused = (body: object) => refusal(() => index.search({ derived, ...body } as never));
    expect(refused({ query: { exists: { field: 'twice' } } })).toContain(
      'Field [twice] of type [derived] does not support exist queries',
    );
    expect(refused({ query: { exists: { field: 'n' } } })).toBe('taken');
    expect(refused({ fields: [{ field: 'twice', format: '0.0' }] })).toContain(
      "Field [twice] of type [long] doesn't support formats.",
    );
    expect(refused({ fields: [{ field: 'day', format: 'yyyy' }] })).toBe('taken');
  });

  it('are cut into fragments, even if a value is one term', () => {
    const long = { type: 'keyword', script: "emit('A first sentence. A second one.')" };
    const asked = { derived: { long }, query: { wildcard: { long: '*second*' } } };
    const highlight = { fields: { long: { fragment_size: 10 } } };
    const [hit] = index.search({ ...asked, highlight } as never).hits;
    expect(hit).toMatchObject({ highlight: { long: ['<em>A first sentence</em>'] } });
  });

  it('score the boost, are sorted by and shown', () => {
    const [first] = index.search({
      derived,
      query: { term: { tag: { value: 'c!', boost: 3 } } },
      sort: ['_score', { twice: 'desc' }],
      fields: ['twice', 'tag', 'words', 'day', 'spot'],
    }).hits;
    expect(first).toMatchObject({
      _id: '3',
      sort: [3, 6],
      fields: {
        twice: [6],
        tag: ['a!', 'b!', 'c!'],
        words: ['Hello World'],
        day: ['2022-01-02'],
      },
    });
  });

  it('stand in the mapping too', () => {
    const script = "emit(doc['n'].value + 1)";
    const mapped = new TestIndex({
      mapping: { properties: { n: { type: 'long' } }, derived: { more: { type: 'long', script } } },
      documents: [{ n: 1 }, { n: 2 }],
    });
    expect(mapped.matches({ range: { more: { gt: 2 } } })).toEqual(['2']);
    const own = { more: { type: 'keyword', script: "emit('x')" } };
    expect(mapped.search({ derived: own, query: { term: { more: 'x' } } }).total).toBe(2);
  });

  it('see what they have emitted', () => {
    const script = 'emit(7); emit(emittedValues.size() + emittedValues.get(0))';
    const [first] = index.search({
      derived: { more: { type: 'long', script } },
      query: { match_all: {} },
      fields: ['more'],
    }).hits;
    expect(first?.fields).toEqual({ more: [7, 8] });
  });

  it('refuse what they cannot be', () => {
    const search = (field: Record<string, unknown>) =>
      index.search({ derived: { x: field as never }, query: { term: { x: 1 } } });
    expect(() => search({ type: 'nope', script: 'emit(1)' })).toThrow(
      "Type [nope] isn't supported in Derived field context.",
    );
    expect(() => search({ type: 'long', script: 'emit(1)', foo: 1 })).toThrow(
      'unknown parameter [foo] on mapper [x] of type [long]',
    );
  });
});

describe('derived objects', () => {
  const logs = new TestIndex({
    mapping: { properties: { raw: { type: 'text' }, kind: { type: 'text' } } },
    documents: [
      { raw: '{"status":200,"ip":"10.0.0.1","size":12.5,"at":"2024-01-01","tags":["a","b"]}' },
      { raw: '{"status":404,"ip":"10.0.0.9","size":7,"at":"2024-02-01","in":{"deep":5}}' },
      { raw: '{"status":500}', kind: 'broken' },
    ],
  });
  const log = { type: 'object', script: "emit(params._source['raw'])" };
  const ids = (query: Record<string, unknown>, more: Record<string, unknown> = {}) =>
    logs.search({ derived: { log: { ...log, ...more } } as never, query: query as never }).ids;
  const shown = (fields: string[], more: Record<string, unknown> = {}) =>
    logs
      .search({
        derived: { log: { ...log, ...more } } as never,
        query: { match_all: {} },
        fields,
      })
      .hits.map((hit) => hit.fields);

  it('have fields of the types their values have', () => {
    expect(ids({ term: { 'log.status': 404 } })).toEqual(['2']);
    expect(ids({ range: { 'log.size': { gt: 7 } } })).toEqual(['1']);
    expect(ids({ range: { 'log.at': { gte: '2024-01-15' } } })).toEqual(['2']);
    expect(ids({ term: { 'log.tags': 'b' } })).toEqual(['1']);
    expect(ids({ term: { 'log.in.deep': 5 } })).toEqual(['2']);
    expect(ids({ term: { 'log.nothing': 5 } })).toEqual([]);
  });

  it('have fields of the types given', () => {
    const properties = { ip: 'ip', status: 'keyword' };
    expect(ids({ term: { 'log.ip': '10.0.0.0/29' } }, { properties })).toEqual(['1']);
    expect(ids({ prefix: { 'log.status': '4' } }, { properties })).toEqual(['2']);
    expect(() => ids({ term: { 'log.ip': 1 } }, { properties: { ip: 'nope' } })).toThrow(
      "Type [nope] isn't supported in Derived field context.",
    );
    expect(() => ids({ match_all: {} }, { properties: { ip: 5 } })).toThrow(
      '[properties] values can only be strings, but got Integer[5] for field [log]',
    );
    expect(() => ids({ match_all: {} }, { properties: 'x' })).toThrow(
      '[properties] must be an object, got String[x] for field [log]',
    );
  });

  it('are shown whole and in parts, null where there is none', () => {
    expect(shown(['log.status', 'log.tags', 'log.*'])).toEqual([
      { 'log.status': [200], 'log.tags': ['a', 'b'] },
      { 'log.status': [404], 'log.tags': [null] },
      { 'log.status': [500], 'log.tags': [null] },
    ]);
    expect(shown(['log'])[2]).toEqual({ log: ['{"status":500}'] });
    expect(shown(['log.at'])[1]).toEqual({ 'log.at': ['2024-02-01T00:00:00.000Z'] });
    expect(shown(['log.at'], { format: 'yyyy/MM' })[1]).toEqual({ 'log.at': ['2024/02'] });
  });

  it('cannot be asked for whole', () => {
    expect(() => ids({ term: { log: 'x' } })).toThrow(
      'Cannot create IndexableField to execute queries on object derived field',
    );
  });

  it('ask the prefilter field the same', () => {
    const prefilter_field = 'raw';
    expect(ids({ term: { 'log.status': 404 } }, { prefilter_field })).toEqual(['2']);
    expect(ids({ term: { 'log.status': 404 } }, { prefilter_field: 'kind' })).toEqual([]);
    expect(() => ids({ term: { 'log.status': 404 } }, { prefilter_field: 'no' })).toThrow(
      'prefilter_field[no] is not defined in the index mappings',
    );
    const words = { type: 'text', script: "emit('none broken')", prefilter_field: 'kind' };
    const found = (query: Record<string, unknown>) =>
      logs.search({ derived: { words }, query: query as never }).ids;
    expect(found({ match: { words: 'none broken' } })).toEqual(['3']);
    expect(found({ match_phrase: { words: 'none broken' } })).toEqual([]);
  });

  it('refuse what is no object unless told to leave it out', () => {
    const script = "emit(params._source['raw'] + (params._source['kind'] ?: ''))";
    const query = { term: { 'log.status': 404 } };
    expect(() => ids(query, { script })).toThrow('Failed to parse content to map');
    expect(ids(query, { script, ignore_malformed: true })).toEqual(['2']);
    const wrong = { properties: { ip: 'long' } };
    expect(() => ids({ term: { 'log.ip': 1 } }, wrong)).toThrow('For input string: "10.0.0.1"');
    expect(ids({ term: { 'log.ip': 1 } }, { ...wrong, ignore_malformed: true })).toEqual([]);
  });
});
