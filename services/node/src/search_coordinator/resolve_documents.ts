/** Puts what a query takes from other documents into it, before the shards see it. */
import type { SearchRequest } from '@skein/search';
import { resolveIndexedShapes } from './indexed_shapes.js';
import { resolveLikeDocuments } from './like_documents.js';
import { resolvePercolatedDocuments } from './percolated_documents.js';
import type { LookupSource } from './read_source.js';
import { resolveTermsLookups } from './terms_lookup.js';

/** `searched`: the names of the indices. */
export async function resolveDocuments(
  request: SearchRequest,
  source: LookupSource,
  searched: readonly string[],
): Promise<SearchRequest> {
  const withTerms = await resolveTermsLookups(request, source);
  const withDocuments = await resolvePercolatedDocuments(withTerms, source);
  const withShapes = await resolveIndexedShapes(withDocuments, source);
  return resolveLikeDocuments(withShapes, source, searched);
}
