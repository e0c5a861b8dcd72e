import { analyzeText } from './analysis_calls.js';
import { IndexContextCache } from './index_context_cache.js';

const index = {
  index: 'books',
  indexUuid: 'u',
  aliases: [],
  aliasesVersion: 1,
  shardId: 0,
  nodeId: '',
  path: '',
  indexSettings: {
    'index.analysis.analyzer.commas.type': 'pattern',
    'index.analysis.analyzer.commas.pattern': ',',
  },
  settingsVersion: 1,
  mapping:
    '{"properties":{"list":{"type":"text","analyzer":"commas"},"id":{"type":"keyword"},"n":{"type":"long"}}}',
  mappingVersion: 1,
};

const analyze = (body: Parameters<typeof analyzeText>[0]['body'], inIndex = true) => {
  const { tokens } = analyzeText(
    { body, index: inIndex ? index : undefined },
    new IndexContextCache(),
  );
  return (tokens as { token: string }[]).map(({ token }) => token);
};

test('analyzers and fields of an index are known by name', () => {
  expect(analyze({ text: 'A b,c', analyzer: 'commas' })).toEqual(['a b', 'c']);
  expect(analyze({ text: 'A b,c', field: 'list' })).toEqual(['a b', 'c']);
  expect(analyze({ text: 'A b,c', field: 'absent' })).toEqual(['a', 'b', 'c']);
  expect(analyze({ text: 'A b', field: 'id' })).toEqual(['A b']);
  expect(() => analyze({ text: 'a', field: 'n' })).toThrow(
    "Can't process field [n], Analysis requests are only supported on tokenized fields",
  );
});

test('without an index there are the analyzers everybody has', () => {
  expect(analyze({ text: 'A b,c', analyzer: 'whitespace' }, false)).toEqual(['A', 'b,c']);
  expect(() => analyze({ text: 'a', analyzer: 'commas' }, false)).toThrow('commas');
});
