/**
 * Reads one document by its id: in real time by default, or from the newest published point in
 * time.
 */
import { encodeJson, filterSource, type JsonValue } from '@skein/content';
import { type CurrentDocument, checkRead } from '@skein/engine';
import { ApiError } from '@skein/errors';
import { type IndexMapping, shownStored } from '@skein/mapping';
import type { GetRequest, GetResult, SourceFilter } from '../calls.js';
import type { LocalShard } from '../local_shard.js';

/** Metadata fields, which are not stored as fields of the document but always available. */
export const METADATA_FIELDS: ReadonlySet<string> = new Set([
  '_id',
  '_index',
  '_routing',
  '_source',
  '_version',
  '_seq_no',
]);

export function getDocument(shard: LocalShard, request: GetRequest): GetResult {
  const { engine, mapping } = shard;
  if (request.refresh) shard.refresh();
  const wanted = request.storedFields.filter((field) => !METADATA_FIELDS.has(field));
  const needFields = wanted.length > 0 || mapping.altersSource;
  const found = engine.get(request.id, { realtime: request.realtime, needFields });
  if (found === undefined) return notFound(request.id);
  checkRead(request.id, found.version, request.version, shard.options.request);
  return {
    found: true,
    id: request.id,
    version: found.version,
    seqNo: found.seqNo,
    primaryTerm: found.primaryTerm,
    routing: found.routing,
    source: filtered(found.source, request.source),
    fields: storedFields(wanted, found.fields, mapping),
  };
}

export function filtered(
  source: Uint8Array | undefined,
  filter: SourceFilter,
): Uint8Array | undefined {
  if (source === undefined || !filter.enabled) return undefined;
  return ownBytes(filterSource(source, filter.includes, filter.excludes));
}

/** Copies a document that is a view of a block: posting a view would send the whole buffer. */
function ownBytes(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice();
}

/** The requested stored fields that the document has, as the JSON of one object. */
export function storedFields(
  wanted: readonly string[],
  stored: CurrentDocument['fields'],
  mapping: Pick<IndexMapping, 'hasObject' | 'field'>,
): Uint8Array | undefined {
  const fields: [string, JsonValue][] = [];
  for (const name of wanted) {
    if (mapping.hasObject(name)) {
      throw new ApiError('illegal_argument_exception', `field [${name}] isn't a leaf field`);
    }
    const values = stored !== undefined && Object.hasOwn(stored, name) ? stored[name] : undefined;
    if (values === undefined) continue;
    // Stored fields are written as arrays of JSON.
    fields.push([name, shownStored(values as readonly JsonValue[], mapping.field(name))]);
  }
  return fields.length === 0 ? undefined : encodeJson(Object.fromEntries(fields));
}

export function notFound(id: string): GetResult {
  return {
    found: false,
    id,
    version: -1,
    seqNo: -2,
    primaryTerm: 0,
    routing: undefined,
    source: undefined,
    fields: undefined,
  };
}
