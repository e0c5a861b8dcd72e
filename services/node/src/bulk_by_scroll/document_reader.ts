/** Documents of this cluster or of another one, page by page. */
import type { HitReader, SearchOptions } from '../search_coordinator/mod.js';
import { type FoundDocument, foundDocuments } from './found_documents.js';

export interface DocumentReader {
  /** Number of matches on all pages, known after the first page. */
  readonly total: number;
  readonly timedOut: boolean;
  /** An empty page means that all have been read. */
  next(): Promise<readonly FoundDocument[]>;
  close(): void;
}

export function localReader(hits: HitReader, options: SearchOptions): DocumentReader {
  return {
    get total() {
      return hits.total;
    },
    get timedOut() {
      return hits.timedOut;
    },
    next: async () => foundDocuments(await hits.next(options)),
    close: () => hits.close(),
  };
}
