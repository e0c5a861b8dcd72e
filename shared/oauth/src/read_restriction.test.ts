import { parseReadRestrictions, readablePart, TokenFailure } from './mod.js';

const QUERY = '{"match_all":{}}';

describe('parseReadRestrictions', () => {
  it('reads queries as objects and as texts, and fields with and without members', () => {
    expect(parseReadRestrictions(undefined)).toBeUndefined();
    expect(parseReadRestrictions([])).toEqual([]);
    const claim = [
      { scope: ['indices:read:a'], query: { match_all: {} } },
      { scope: ['indices:read:b', 'indices:all:c'], query: QUERY, fields: {} },
      { scope: [], fields: { grant: ['x'], except: ['x.y'] } },
    ];
    expect(parseReadRestrictions(claim)).toEqual([
      { scope: ['indices:read:a'], query: QUERY },
      {
        scope: ['indices:read:b', 'indices:all:c'],
        query: QUERY,
        fields: { grant: ['*'], except: [] },
      },
      { scope: [], fields: { grant: ['x'], except: ['x.y'] } },
    ]);
  });

  const scope = ['indices:read:a'];
  it.each<[string, unknown]>([
    ['null', null],
    ['an object', { scope }],
    ['a text', 'indices:read:a'],
    ['an entry that is null', [null]],
    ['an entry that is a list', [[]]],
    ['an entry that is a text', ['indices:read:a']],
    ['no scope', [{ query: QUERY }]],
    ['a scope that is a text', [{ scope: 'indices:read:a' }]],
    ['a scope of numbers', [{ scope: [1] }]],
    ['a scope of texts and numbers', [{ scope: ['indices:read:a', 1] }]],
    ['an unknown member', [{ scope, except: [] }]],
    ['a query that is null', [{ scope, query: null }]],
    ['a query that is a list', [{ scope, query: [] }]],
    ['a query that is a number', [{ scope, query: 1 }]],
    ['a query that is no JSON', [{ scope, query: '{' }]],
    ['a query that is the JSON of a list', [{ scope, query: '[]' }]],
    ['a query that is the JSON null', [{ scope, query: 'null' }]],
    ['fields that are a list', [{ scope, fields: [] }]],
    ['fields that are null', [{ scope, fields: null }]],
    ['a grant that is a text', [{ scope, fields: { grant: '*' } }]],
    ['an except of numbers', [{ scope, fields: { except: [1] } }]],
    ['an unknown member of fields', [{ scope, fields: { grant: ['*'], deny: [] } }]],
    ['one good entry and a bad one', [{ scope }, {}]],
  ])('refuses %s, which would otherwise show everything', (_what, claim) => {
    expect(() => parseReadRestrictions(claim)).toThrow(TokenFailure);
  });
});

describe('readablePart', () => {
  const read = 'indices:read:logs-*';
  const all = 'indices:all:logs-1';
  const fields = { grant: ['a'], except: [] };

  it('shows everything if no entry that reads the index is restricted', () => {
    expect(readablePart([read], [], 'logs-1')).toBeUndefined();
    const restricted = [{ scope: [read], query: QUERY }];
    expect(readablePart([read], restricted, 'other')).toBeUndefined();
    expect(readablePart([], restricted, 'logs-1')).toBeUndefined();
  });

  it('shows everything if one of two entries is unrestricted', () => {
    const restricted = [{ scope: [read], query: QUERY, fields }];
    expect(readablePart([read, all], restricted, 'logs-1')).toBeUndefined();
    expect(readablePart([read, all], restricted, 'logs-2')).toEqual({
      queries: [QUERY],
      fields: [fields],
    });
  });

  it('regards only entries that allow reading', () => {
    const restricted = [{ scope: [read], query: QUERY }];
    const shown = { queries: [QUERY], fields: undefined };
    for (const other of ['indices:write:logs-1', 'indices:manage:logs-1', 'cluster:all', 'bogus'])
      expect(readablePart([read, other], restricted, 'logs-1')).toEqual(shown);
  });

  it('adds up queries and fields separately, each query once', () => {
    const other = '{"term":{"a":1}}';
    const restricted = [
      { scope: [read], query: QUERY, fields },
      { scope: [read, all], query: QUERY },
      { scope: [all], query: other, fields },
    ];
    expect(readablePart([read, all], restricted, 'logs-1')).toEqual({
      queries: [QUERY, other],
      fields: undefined,
    });
    expect(readablePart([read], [{ scope: [read], fields }], 'logs-1')).toEqual({
      queries: undefined,
      fields: [fields],
    });
    expect(readablePart([read], [{ scope: [read] }], 'logs-1')).toBeUndefined();
  });
});
