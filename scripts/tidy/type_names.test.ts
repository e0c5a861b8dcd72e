/** Field types are known by name in their own files alone. */
import { readSources, sourceFile } from './source_file.ts';
import { typeNames } from './type_names.ts';

const REGISTRY = sourceFile(
  'shared/mapping/src/field_types/all.ts',
  "export { date, dateNanos } from './date.js';\nexport { geoPoint } from './geo_point.js';\nexport { keyword } from './keyword.js';\n",
);

function found(path: string, text: string): readonly string[] {
  return typeNames([REGISTRY, sourceFile(path, text)]).map(({ line, message }) => {
    return `${line} ${/`(\w+)`/.exec(message)?.[1]}`;
  });
}

test.each<[string, string, string, readonly string[]]>([
  ['a name', 'shared/search/src/x.ts', "const a = 1;\ncase 'date_nanos':", ['2 date_nanos']],
  [
    'every name',
    'shared/mapping/src/x.ts',
    `['geo_point', "keyword"]`,
    ['1 geo_point', '1 keyword'],
  ],
  ['its own file', 'shared/mapping/src/field_types/date.ts', "name: 'date_nanos',", []],
  [
    "another type's file",
    'shared/mapping/src/field_types/keyword.ts',
    "'geo_point'",
    ['1 geo_point'],
  ],
  ['a word', 'shared/search/src/x.ts', "spec.column === 'date'", []],
  ['a comparison', 'shared/search/src/x.ts', "if (field?.typeName === 'date') {}", ['1 typeName']],
  ['one the other way', 'shared/search/src/x.ts', 'wanted !== field.typeName', ['1 typeName']],
  ['a look-up', 'shared/search/src/x.ts', 'DATES.has(mapped.typeName)', ['1 typeName']],
  ['a branch', 'services/node/src/x.ts', 'switch (field.typeName) {', ['1 typeName']],
  ['a part of it', 'shared/shard/src/x.ts', "typeName.startsWith('geo')", ['1 typeName']],
  ['messages', 'shared/search/src/x.ts', `\`of type [\${field.typeName}], no [keyword]\``, []],
  ['comments', 'shared/search/src/x.ts', "/** As 'keyword' does. */\n// typeName === 'a'", []],
  ['tests', 'shared/search/src/x.test.ts', "{ type: 'keyword' }", []],
  ['packages below', 'shared/search_library/src/x.ts', "'keyword'", []],
  ['the same word for another thing', 'shared/search/src/queries/knn.ts', "'knn_vector'", []],
])('%s', (_, path, text, expected) => {
  expect(found(path, text)).toEqual(expected);
});

test('the registry of field types is found', () => {
  const files = readSources(process.cwd());
  const named = sourceFile('services/node/src/x.ts', "'search_as_you_type' 'half_float'");
  expect(typeNames([...files, named])).toHaveLength(2);
});
