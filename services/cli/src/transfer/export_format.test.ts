import { readDocumentLine } from './export_format.js';

const read = (line: string) => {
  const { source, ...rest } = readDocumentLine(new TextEncoder().encode(line));
  return { ...rest, source: new TextDecoder().decode(source) };
};

test('numbers are taken for names by their digits, and null for nothing', () => {
  expect(read('{"_index":"a","_id":50,"_routing":7,"_source":{"b": 1}}')).toEqual({
    index: 'a',
    id: '50',
    routing: '7',
    source: '{"b": 1}',
  });
  expect(read('{"_id":12345678901234567890,"_index":null,"_source":{}}')).toMatchObject({
    index: undefined,
    id: '12345678901234567890',
  });
});

test('a list or an object is no name', () => {
  for (const value of ['["1"]', '{"a":1}']) {
    expect(() => read(`{"_id":${value},"_source":{}}`)).toThrow(
      '[_id] is neither a text nor a number',
    );
  }
});

test('a line without a source is a document as a whole', () => {
  const line = '{"_id":["1"],"a":2}';
  expect(read(line)).toEqual({ index: undefined, id: undefined, routing: undefined, source: line });
});
