import { previewRequest, readablePatterns } from './role_preview.js';

it('finds the indices that a scope lets read', () => {
  const scope =
    'cluster:monitor indices:read:logs-* indices:write:secret indices:all:own indices:read:own';
  expect(readablePatterns(scope)).toEqual(['logs-*', 'own']);
  expect(previewRequest({ scope: 'cluster:all' })).toBeUndefined();
});

it('asks for the documents and fields that are seen', () => {
  const request = previewRequest({
    scope: 'indices:read:logs-*',
    query: '{"term":{"n":9007199254740993}}',
    fields: { grant: ['*'], except: ['card'] },
  });
  expect(request).toEqual({
    indices: 'logs-*',
    body: {
      size: 5,
      track_total_hits: true,
      query: { bool: { filter: [{ term: { n: 9007199254740993n } }] } },
      _source: { includes: ['*'], excludes: ['card'] },
    },
  });
});

it('says that a query is no JSON', () => {
  expect(() => previewRequest({ scope: 'indices:read:a', query: '{' })).toThrow(SyntaxError);
});
