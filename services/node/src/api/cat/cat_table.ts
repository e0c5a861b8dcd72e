/**
 * The table that every `_cat` endpoint answers with: columns declared once with their aliases,
 * descriptions and defaults, and rows of typed cells. It is rendered as aligned text or as a list
 * of objects, and obeys `h`, `s`, `v`, `help`, `bytes`, `time` and `size`.
 */

import { simpleMatch } from '@skein/base';
import { ApiError } from '@skein/errors';
import type { CatParams } from './cat_params.js';
import { type Cell, compareCells, renderCell } from './cell.js';

export interface Column<Row> {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly description: string;
  /** True when the column is shown only if `h` names it. */
  readonly hidden?: boolean;
  readonly right?: boolean;
  readonly cell: (row: Row) => Cell;
}

/** A column, with the name by which the request asked for it as its heading. */
interface ShownColumn<Row> {
  readonly heading: string;
  readonly column: Column<Row>;
}

type TableAnswer =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'list';
      readonly list: readonly Readonly<Record<string, string | null>>[];
    };

export function renderTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  params: CatParams,
  form: 'text' | 'list',
): TableAnswer {
  const sorted = sortRows(columns, rows, params.s ?? []);
  const shown = shownColumns(columns, params.h);
  const cells = sorted.map((row) =>
    shown.map(({ column }) => renderCell(column.cell(row), params)),
  );
  if (form === 'text') return { kind: 'text', text: alignedText(shown, cells, params.v) };
  const list = cells.map((texts) =>
    Object.fromEntries(shown.map(({ heading }, i) => [heading, texts[i] ?? null])),
  );
  return { kind: 'list', list };
}

/**
 * True when the request shows one of these columns or sorts by it. The values of other columns need
 * not be computed.
 */
export function isShown<Row>(
  columns: readonly Column<Row>[],
  { h = [], s = [] }: Pick<CatParams, 'h' | 's'>,
): boolean {
  const words = [...h, ...s.map((key) => key.replace(/:(?:asc|desc)$/, ''))];
  return words.some((word) => columnsNamed(columns, word).length > 0);
}

/** `name | aliases | description`, one line a column. */
export function renderHelp<Row>(columns: readonly Column<Row>[]): string {
  const lines = columns.map((column) => [
    column.name,
    (column.aliases ?? []).join(','),
    column.description,
  ]);
  const widths = [0, 1, 2].map((i) => Math.max(0, ...lines.map((line) => (line[i] ?? '').length)));
  return lines
    .map((line) => `${line.map((text, i) => text.padEnd(widths[i] ?? 0)).join(' | ')}\n`)
    .join('');
}

function shownColumns<Row>(
  columns: readonly Column<Row>[],
  requested: readonly string[] | undefined,
): ShownColumn<Row>[] {
  if (requested === undefined) {
    return columns
      .filter((column) => !column.hidden)
      .map((column) => ({ heading: column.name, column }));
  }
  const shown = new Map<string, ShownColumn<Row>>();
  for (const word of requested) {
    for (const entry of columnsNamed(columns, word)) shown.set(entry.heading, entry);
  }
  return [...shown.values()];
}

/**
 * The columns that a name, an alias or a pattern over both selects. As in OpenSearch, an unknown
 * name selects none.
 */
function columnsNamed<Row>(columns: readonly Column<Row>[], word: string): ShownColumn<Row>[] {
  if (word.includes('*')) {
    return columns
      .filter((column) =>
        [column.name, ...(column.aliases ?? [])].some((name) => simpleMatch(word, name)),
      )
      .map((column) => ({ heading: column.name, column }));
  }
  const column = findColumn(columns, word);
  return column === undefined ? [] : [{ heading: word, column }];
}

function findColumn<Row>(columns: readonly Column<Row>[], name: string): Column<Row> | undefined {
  // If several columns share a name, the last one has it, as in OpenSearch: `l` is `load_15m`.
  return columns.findLast((column) => column.name === name || column.aliases?.includes(name));
}

/** Sorts by keys `column` or `column:desc`; rows that compare equal keep their order. */
function sortRows<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  keys: readonly string[],
): readonly Row[] {
  if (keys.length === 0) return rows;
  const order = keys.map((key) => {
    const [, name = key, direction] = /^(.*?)(?::(asc|desc))?$/.exec(key) ?? [];
    const column = findColumn(columns, name);
    if (column) return { column, factor: direction === 'desc' ? -1 : 1 };
    throw new ApiError(
      'unsupported_operation_exception',
      `Unable to sort by unknown sort key \`${name}\``,
    );
  });
  return [...rows].sort((a, b) => {
    for (const { column, factor } of order) {
      const compared = compareCells(column.cell(a), column.cell(b)) * factor;
      if (compared !== 0) return compared;
    }
    return 0;
  });
}

/** Aligns numbers to the right and words to the left; the last column is not padded. */
function alignedText<Row>(
  shown: readonly ShownColumn<Row>[],
  cells: readonly (readonly (string | null)[])[],
  withHeadings: boolean,
): string {
  const headings = withHeadings ? [shown.map(({ heading }) => heading)] : [];
  const lines = [...headings, ...cells];
  const widths = shown.map((_, i) =>
    lines.reduce((max, line) => Math.max(max, (line[i] ?? '').length), 0),
  );
  const last = shown.length - 1;
  return lines
    .map((line) => {
      const texts = shown.map(({ column }, i) => {
        const text = line[i] ?? '';
        if (column.right) return text.padStart(widths[i] ?? 0);
        return i === last ? text : text.padEnd(widths[i] ?? 0);
      });
      return `${texts.join(' ')}\n`;
    })
    .join('');
}
