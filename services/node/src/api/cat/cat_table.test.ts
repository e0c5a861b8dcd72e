import type { CatParams } from './cat_params.js';
import { type Column, renderHelp, renderTable } from './cat_table.js';

interface Row {
  readonly name: string;
  readonly docs: number | null;
  readonly sizeBytes: number;
  readonly tookMs: number;
}

const COLUMNS: readonly Column<Row>[] = [
  { name: 'index', aliases: ['i', 'idx'], description: 'name', cell: (row) => row.name },
  {
    name: 'docs.count',
    aliases: ['dc'],
    description: 'documents',
    right: true,
    cell: (row) => row.docs,
  },
  {
    name: 'size',
    description: 'bytes on disk',
    right: true,
    cell: (row) => ({ bytes: row.sizeBytes }),
  },
  { name: 'took', description: 'time', hidden: true, cell: (row) => ({ ms: row.tookMs }) },
];
const ROWS: readonly Row[] = [
  { name: 'b', docs: 1400, sizeBytes: 2_000, tookMs: 1_500 },
  { name: 'longer', docs: 7, sizeBytes: 30, tookMs: 20 },
  { name: 'closed', docs: null, sizeBytes: 0, tookMs: 0 },
];
const PLAIN: CatParams = {
  h: undefined,
  s: undefined,
  v: false,
  bytes: undefined,
  time: undefined,
  size: undefined,
};

function text(params: Partial<CatParams>): string {
  const answer = renderTable(COLUMNS, ROWS, { ...PLAIN, ...params }, 'text');
  return answer.kind === 'text' ? answer.text : '';
}

test('numbers stand to the right, words to the left, absent values are blank', () => {
  expect(text({})).toBe('b      1400 1.9kb\nlonger    7   30b\nclosed         0b\n');
});

test('headings widen their columns', () => {
  expect(text({ v: true })).toBe(
    [
      'index  docs.count  size',
      'b            1400 1.9kb',
      'longer          7   30b',
      'closed               0b',
      '',
    ].join('\n'),
  );
});

test('a last column of words is not padded; columns come as asked, under the name asked for', () => {
  expect(text({ h: ['dc', 'i'], v: true })).toBe('  dc i\n1400 b\n   7 longer\n     closed\n');
  expect(text({ h: ['nope', 'docs*'] })).toBe('1400\n   7\n    \n');
});

test('units', () => {
  expect(text({ h: ['size', 'took'] })).toBe('1.9kb 1.5s\n  30b 20ms\n   0b 0s\n');
  expect(text({ h: ['size', 'took'], bytes: 'b', time: 'ms' })).toBe(
    '2000 1500\n  30 20\n   0 0\n',
  );
});

test('sorting: by amount, absent values first, descending, unknown key refused', () => {
  expect(text({ h: ['i'], s: ['docs.count'] })).toBe('closed\nlonger\nb\n');
  expect(text({ h: ['i'], s: ['size:desc', 'i'] })).toBe('b\nlonger\nclosed\n');
  expect(() => text({ s: ['nope'] })).toThrow('Unable to sort by unknown sort key `nope`');
});

test('as a list every value is text or null', () => {
  const answer = renderTable(COLUMNS, ROWS.slice(2), { ...PLAIN, h: ['i', 'dc', 'size'] }, 'list');
  expect(answer).toEqual({ kind: 'list', list: [{ i: 'closed', dc: null, size: '0b' }] });
});

test('help', () => {
  expect(renderHelp(COLUMNS)).toBe(
    [
      'index      | i,idx | name         ',
      'docs.count | dc    | documents    ',
      'size       |       | bytes on disk',
      'took       |       | time         ',
      '',
    ].join('\n'),
  );
});
