/** The searches of a transform. */
import { encodeJson, isJsonObject, type JsonObject, parseJson } from '@skein/content';
import { fromPlainError, type PlainError } from '@skein/errors';
import { type FieldTypes, fieldsOfConcern, type Transform } from '@skein/transform';
import {
  plainTerms,
  type SearchCoordinator,
  type SearchOptions,
} from '../search_coordinator/mod.js';

type Coordinator = Pick<SearchCoordinator, 'searchUnread' | 'fieldCapabilities'>;

/** The unparsed response; a failed shard fails the search. */
export async function askSource(
  transform: Transform,
  body: JsonObject,
  { searchCoordinator, options }: { searchCoordinator: Coordinator; options: SearchOptions },
): Promise<Uint8Array> {
  const unread = { body: encodeJson(body), isYaml: false, url: {}, totalHitsAsInt: false };
  const call = { terms: plainTerms(transform.source.indices), unread, scroll: undefined };
  const { status, chunks } = await searchCoordinator.searchUnread(call, options);
  const bytes = Buffer.concat(chunks);
  if (status < 300) return bytes;
  // An answer of this node's own search: all errors of it have the form.
  const answer: unknown = parseJson(bytes);
  throw fromPlainError((answer as { readonly error: PlainError }).error);
}

/**
 * Types of the fields that determine the destination's mapping; for fields that differ between
 * indices, the first type.
 */
export async function sourceTypes(
  transform: Transform,
  { searchCoordinator, options }: { searchCoordinator: Coordinator; options: SearchOptions },
): Promise<FieldTypes> {
  const fields = fieldsOfConcern(transform);
  if (fields.length === 0) return new Map();
  const { fields: found } = await searchCoordinator.fieldCapabilities(
    {
      target: plainTerms(transform.source.indices).target,
      fields,
      includeUnmapped: false,
      indexFilter: undefined,
      runtimeMappings: transform.source.runtimeMappings,
    },
    options,
  );
  const types = new Map<string, string>();
  for (const [name, byType] of Object.entries(isJsonObject(found) ? found : {})) {
    const [type] = Object.keys(isJsonObject(byType) ? byType : {});
    if (type !== undefined) types.set(name, type);
  }
  return types;
}
