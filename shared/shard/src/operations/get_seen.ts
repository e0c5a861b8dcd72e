/**
 * Reads one document by its id for a user with restricted visibility: at the point in time of a
 * search, ignoring later writes.
 */
import { checkRead, findDocument, readDocument } from '@skein/engine';
import type { ExecutionEnvironment } from '@skein/search';
import type { GetResult, SeenGetRequest } from '../calls.js';
import { filtered, METADATA_FIELDS, notFound, storedFields } from './get.js';

export function getSeenDocument(
  { get, shard }: SeenGetRequest,
  { reader, index }: ExecutionEnvironment,
): GetResult {
  const place = findDocument(reader.segments, get.id);
  if (place === undefined) return notFound(get.id);
  const { version, seqNo, primaryTerm, stored } = readDocument(place);
  checkRead(get.id, version, get.version, shard);
  const wanted = get.storedFields.filter((field) => !METADATA_FIELDS.has(field));
  return {
    found: true,
    id: get.id,
    version,
    seqNo,
    primaryTerm,
    routing: stored.routing,
    source: filtered(stored.source, get.source),
    fields: storedFields(wanted, stored.fields, index.mapping),
  };
}
