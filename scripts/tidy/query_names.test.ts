/** Queries are known by name in their own files alone. */
import { queryNames } from './query_names.ts';
import { readSources, sourceFile } from './source_file.ts';

const REGISTRY = sourceFile(
  'shared/search/src/queries/all.ts',
  "export { bool } from './bool.js';\nexport { terms } from './terms.js';\nexport { span_near } from './spans/span_near.js';\nexport { a, span_within } from './spans/pairs.js';\n",
);

function found(path: string, text: string): readonly string[] {
  return queryNames([REGISTRY, sourceFile(path, text)]).map(({ line, message }) => {
    return `${line} ${/`(\w+)`/.exec(message)?.[1]}`;
  });
}

test.each<[string, string, string, readonly string[]]>([
  ['a name', 'shared/search/src/fetch/x.ts', "const a = 1;\nif (kind === 'terms') {}", ['2 terms']],
  [
    'every name',
    'services/node/src/x.ts',
    `has("bool") || 'span_within' in q`,
    ['1 bool', '1 span_within'],
  ],
  ['a query that is made', 'services/node/src/x.ts', 'return { bool: { should } };', ['1 bool']],
  ['its own file', 'shared/search/src/queries/terms.ts', "name: 'terms',", []],
  ['the file of several', 'shared/search/src/queries/spans/pairs.ts', "name: 'span_within',", []],
  ['its own folder', 'shared/search/src/queries/span_near/x.ts', "query: 'span_near'", []],
  [
    'another of the family',
    'shared/search/src/queries/spans/span_near.ts',
    "'span_within'",
    ['1 span_within'],
  ],
  ['comments', 'shared/search/src/x.ts', "/** As 'terms' does. */\n// 'bool'", []],
  ['words in messages', 'shared/search/src/x.ts', "'[terms] expects a bool'", []],
  ['tests', 'shared/search/src/x.test.ts', "{ bool: { must: 'terms' } }", []],
  ['packages below', 'shared/aggregations/src/bucket/terms/terms.ts', "name: 'terms',", []],
  ['the same word for another thing', 'shared/search/src/queries/terms_set.ts', "'terms'", []],
])('%s', (_, path, text, expected) => {
  expect(found(path, text)).toEqual(expected);
});

test('the registry of queries is found', () => {
  const files = readSources(process.cwd());
  const named = sourceFile('services/node/src/x.ts', "'match_phrase_prefix' 'span_containing'");
  expect(queryNames([...files, named])).toHaveLength(2);
});
