import { formatOf, readDocuments, textOf } from './read_documents.js';

test.each([
  ['a.csv', '', 'csv'],
  ['a.TSV', '', 'csv'],
  ['a.jsonl', '', 'ndjson'],
  ['a.json', ' [1]', 'json'],
  ['a.json', '{"a":1}', 'json'],
  ['a.json', '{"a":1}\n{"a":2}', 'ndjson'],
  ['a.txt', 'name,n\na,1', 'csv'],
])('%s that begins with %j is %s', (name, text, format) =>
  expect(formatOf(name, text)).toBe(format),
);

it('reads a table by its first line', () => {
  const { documents, refused } = readDocuments('csv', 'name,n,name,\na,1,,x\n\nb,2\nc,1,2,3,4\n');
  expect(documents).toEqual([
    { line: 2, source: { name: 'a', n: '1', column_4: 'x' } },
    { line: 4, source: { name: 'b', n: '2' } },
  ]);
  expect(refused).toEqual([{ line: 5, reason: '5 cells, 4 names' }]);
});

it.each([
  ['a_3,a,a', ['a_3', 'a', 'a_3_3']],
  ['a,a,a_2', ['a', 'a_2_2', 'a_2']],
  ['a,a,a', ['a', 'a_2', 'a_3']],
  [',column_1', ['column_1_1', 'column_1']],
])('gives each column of [%s] a name of its own', (head, names) => {
  const row = names.map((_name, i) => i).join(',');
  const { documents } = readDocuments('csv', `${head}\n${row}\n`);
  expect(Object.keys(documents[0]?.source ?? {})).toEqual(names);
});

it('refuses what a quote that is never closed swallows', () => {
  const { documents, refused } = readDocuments('csv', 'name,n\na,1\n"b,2\nc,3\n');
  expect(documents.map(({ line }) => line)).toEqual([2]);
  expect(refused).toEqual([{ line: 3, reason: 'a quote that is never closed' }]);
});

it('reads text in UTF-8 and nothing else', () => {
  const latin1 = Uint8Array.of(0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72);
  const read = (bytes: Uint8Array<ArrayBuffer>) => textOf(bytes.buffer);
  expect(read(new TextEncoder().encode('Müller'))).toBe('Müller');
  expect([read(latin1), read(Uint8Array.of(0x50, 0x4b, 0))]).toEqual([undefined, undefined]);
});

it('reads a document a line, and says which lines are none', () => {
  const { documents, refused } = readDocuments('ndjson', '{"a":9007199254740993}\r\n\nx\n[1]\n');
  expect(documents).toEqual([{ line: 1, source: { a: 9007199254740993n } }]);
  expect(refused.map(({ line }) => line)).toEqual([3, 4]);
});

it('reads a list, and one document', () => {
  expect(readDocuments('json', '[{"a":1},2]')).toMatchObject({
    documents: [{ line: 1, source: { a: 1 } }],
    refused: [{ line: 2 }],
  });
  expect(readDocuments('json', '{"a":1}').documents).toHaveLength(1);
  expect(readDocuments('json', '[{').refused).toEqual([{ line: 1, reason: 'no JSON' }]);
});
