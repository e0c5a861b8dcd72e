/** Finds the document number of an id at the shard's point in time. */
import { utf8 } from '@skein/bytes';
import { ID_FIELD, type IndexSearcher, termsQuery } from '@skein/search_library';
import { wholeDocuments } from '../queries/nested_path.js';
import type { QueryShardContext } from '../queries/query_shard_context.js';

export function findDocument(
  id: string,
  searcher: IndexSearcher,
  shard: QueryShardContext,
): number | undefined {
  const query = wholeDocuments(termsQuery(ID_FIELD, [utf8(id)]), shard);
  const { hits } = searcher.topDocs(query, { size: 1, totalHitsThreshold: 1 });
  return hits[0]?.doc;
}
