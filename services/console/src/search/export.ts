/** Exports all hits of a search, page by page from one point in time, as lines of a file. */
import { csvLine } from '../files/csv.js';
import { type Json, type JsonObject, writeJson } from '../json/exact_json.js';
import { type Hit, leavesOf, metaValue } from './documents.js';

export type ExportFormat = 'ndjson' | 'csv';

export const EXPORT_PAGE_SIZE = 1_000;

interface ExportPorts {
  /** Sends `_search` with this body, which names the point in time. */
  readonly search: (body: JsonObject) => Promise<ExportPage>;
  readonly isCancelled: () => boolean;
  /** `count` is the number of documents so far. */
  readonly progress: (count: number) => void;
}

export interface ExportPage {
  readonly pit_id?: string;
  readonly hits: { readonly hits: readonly Hit[] };
}

/**
 * Resolves with the texts of the file in order. When it is cancelled, it ends early with the texts
 * so far.
 */
export async function exportAll(
  { body, pit, lines }: { readonly body: JsonObject; readonly pit: string; readonly lines: Lines },
  { search, isCancelled, progress }: ExportPorts,
): Promise<readonly string[]> {
  const texts: string[] = [lines.head];
  let id = pit;
  let after: readonly Json[] | undefined;
  for (let count = 0; !isCancelled(); ) {
    const page = await search({
      ...body,
      size: EXPORT_PAGE_SIZE,
      pit: { id, keep_alive: '5m' },
      ...(after === undefined ? {} : { search_after: after }),
    });
    const { hits } = page.hits;
    texts.push(hits.map(lines.of).join(''));
    count += hits.length;
    progress(count);
    id = page.pit_id ?? id;
    after = hits.at(-1)?.sort;
    if (hits.length < EXPORT_PAGE_SIZE || after === undefined) break;
  }
  return texts;
}

interface Lines {
  /** The first line; empty for none. */
  readonly head: string;
  readonly of: (hit: Hit) => string;
}

/** One document a line, with its index and id. */
export const NDJSON_LINES: Lines = {
  head: '',
  of: ({ _index, _id, _source }) => `${writeJson({ _index, _id, _source })}\n`,
};

/** CSV with a column for each of `columns`; several values of a field are separated by `; `. */
export function csvLines(columns: readonly string[]): Lines {
  return {
    head: csvLine(columns),
    of: (hit) => {
      const values = new Map(leavesOf(hit._source).map(({ path, values }) => [path, values]));
      return csvLine(
        columns.map(
          (name) => metaValue(hit, name) ?? (values.get(name) ?? []).map(String).join('; '),
        ),
      );
    },
  };
}
