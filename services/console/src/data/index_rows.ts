/** Indices as `_cat/indices` lists them, sorted and filtered for the table. */
export interface IndexRow {
  readonly name: string;
  readonly health: string;
  /** `open` or `close`. */
  readonly status: string;
  readonly primaries: number;
  readonly replicas: number;
  /** Undefined when the index is closed. */
  readonly documents: number | undefined;
  readonly sizeBytes: number | undefined;
}

export type CatIndex = Readonly<Record<string, string | null>>;

export const INDEX_COLUMNS = 'index,health,status,pri,rep,docs.count,store.size';

export function indexRows(lines: readonly CatIndex[]): readonly IndexRow[] {
  const number = (text: string | null | undefined) =>
    text === null || text === undefined ? undefined : Number(text);
  return lines
    .map((line) => ({
      name: line.index ?? '',
      health: line.health ?? '',
      status: line.status ?? '',
      primaries: number(line.pri) ?? 0,
      replicas: number(line.rep) ?? 0,
      documents: number(line['docs.count']),
      sizeBytes: number(line['store.size']),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

const SORT_KEYS = ['name', 'documents', 'sizeBytes'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

/** Sorts names from a to z and numbers from large to small. Hidden indices begin with a dot. */
export function shownRows(
  rows: readonly IndexRow[],
  {
    filter,
    sort,
    hidden,
  }: { readonly filter: string; readonly sort: SortKey; readonly hidden: boolean },
): readonly IndexRow[] {
  const wanted = rows.filter(
    ({ name }) => name.includes(filter) && (hidden || !name.startsWith('.')),
  );
  if (sort === 'name') return wanted;
  return [...wanted].sort((a, b) => (b[sort] ?? -1) - (a[sort] ?? -1));
}
