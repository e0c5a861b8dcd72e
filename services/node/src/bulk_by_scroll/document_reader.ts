/** Documents page by page, of this cluster or of another one. */
import type { HitReader, SearchOptions } from '../search_coordinator/mod.js';
import { type FoundDocument, foundDocuments } from './found_documents.js';

export interface DocumentReader {
  /** Matches of all pages together, known with the first. */
  readonly total: number;
  readonly timedOut: boolean;
  /** None: all have been read. */
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
