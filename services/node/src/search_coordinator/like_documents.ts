/** Finds the documents that `more_like_this` queries name. One that is not there is like nothing. */
import type { JsonObject, JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { addLikeSources, findLikeDocuments, type NamedDocument } from '@skein/search';
import { type FillQuery, unchanged } from './fill_query.js';
import { addressKey, type DocumentAddress, type LookupSource, readSource } from './read_source.js';

export async function resolveLikeDocuments(
  queries: readonly JsonObject[],
  source: LookupSource,
  searched: readonly string[],
): Promise<FillQuery> {
  const named = queries.flatMap(findLikeDocuments);
  if (named.length === 0) return unchanged;
  const found = new Map<string, JsonValue>();
  for (const document of named) {
    const address = addressOf(document, searched);
    if (!found.has(addressKey(address))) {
      found.set(addressKey(address), await readIfThere(address, source));
    }
  }
  const sourceOf = (document: NamedDocument) =>
    found.get(addressKey(addressOf(document, searched))) ?? null;
  return (query) => addLikeSources(query, sourceOf);
}

/** Without an index of its own a document is one of the index searched. */
function addressOf({ index, id, routing }: NamedDocument, searched: readonly string[]) {
  if (index !== undefined) return { index, id, routing };
  const [only] = searched;
  if (only !== undefined && searched.length === 1) return { index: only, id, routing };
  throw new ApiError(
    'illegal_argument_exception',
    'more_like_this over more than one index requires the [_index] of the documents to be like',
  );
}

async function readIfThere(address: DocumentAddress, source: LookupSource): Promise<JsonValue> {
  try {
    return await readSource(address, source);
  } catch (thrown) {
    if (thrown instanceof ApiError && thrown.type === 'index_not_found_exception') return null;
    throw thrown;
  }
}
