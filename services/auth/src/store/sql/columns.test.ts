import { bytes, columnsOf, flag, json, number, optional, text } from './columns.js';

interface Sheep {
  readonly name: string;
  readonly bornMs: number;
  readonly isShorn: boolean;
  readonly lambs: readonly string[];
  readonly earTag: Uint8Array | undefined;
  readonly soldMs: number | undefined;
  readonly care: { readonly by: string } | undefined;
}

const SHEEP = columnsOf<Sheep>({
  name: text(),
  bornMs: number,
  isShorn: flag,
  lambs: json(),
  earTag: optional(bytes),
  soldMs: optional(number),
  care: optional(json()),
});

test.each<[string, Sheep, object]>([
  [
    'all members',
    {
      name: 'Dolly',
      bornMs: 0,
      isShorn: true,
      lambs: ['Bonnie', '"'],
      earTag: Uint8Array.of(1, 2),
      soldMs: 0,
      care: { by: 'Ian' },
    },
    {
      name: 'Dolly',
      born_ms: 0,
      is_shorn: 1,
      lambs: '["Bonnie","\\""]',
      ear_tag: Uint8Array.of(1, 2),
      sold_ms: 0,
      care: '{"by":"Ian"}',
    },
  ],
  [
    'nothing optional',
    {
      name: '',
      bornMs: 1,
      isShorn: false,
      lambs: [],
      earTag: undefined,
      soldMs: undefined,
      care: undefined,
    },
    { name: '', born_ms: 1, is_shorn: 0, lambs: '[]', ear_tag: null, sold_ms: null, care: null },
  ],
])('a record with %s is a row, and the row is the record', (_, record, row) => {
  expect(SHEEP.row(record)).toEqual(row);
  expect(SHEEP.record({ ...row, added_by_a_later_release: 7 })).toStrictEqual(record);
});
