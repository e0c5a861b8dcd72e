/** Documents of a mapping in an index in memory, and the queries of its fields over them. */
import { expectDefined } from '@skein/base';
import type { IndexMapping, MappedField, QueryContext } from '@skein/mapping';
import {
  createSearcher,
  IndexWriter,
  MemoryDirectory,
  openSegments,
  type Query,
} from '@skein/search_library';
import { document } from './mapping_fixture.js';

export const CONTEXT: QueryContext = { nowMs: 0, indexName: 'things' };

export interface FieldSearch {
  field(name: string): MappedField;
  /** The numbers of the documents that match, from 1 on, and the score of the first. */
  found(query: Query): { readonly documents: string; readonly score: number | undefined };
}

/** The documents, numbered from 1 on, in an index in memory. */
export function searcherOf(mapping: IndexMapping, sources: readonly (object | string)[]) {
  const directory = new MemoryDirectory();
  const writer = IndexWriter.open(directory, {});
  sources.forEach((source, i) => {
    const { fields, stored } = document(mapping, source);
    const numbered = { ...stored, id: String(i + 1) };
    writer.addDocument({ stored: numbered, fields, version: 1, seqNo: i, primaryTerm: 1 });
  });
  writer.refresh();
  return createSearcher(openSegments(writer.snapshot(), directory));
}

export function fieldSearch(mapping: IndexMapping, sources: readonly object[]): FieldSearch {
  const searcher = searcherOf(mapping, sources);
  return {
    field: (name) => expectDefined(mapping.field(name), name),
    found: (query) => {
      const { hits } = searcher.topDocs(query, { size: 10, totalHitsThreshold: 10 });
      const documents = hits.map(({ doc }) => doc + 1).sort();
      return { documents: documents.join(), score: hits[0]?.score };
    },
  };
}
