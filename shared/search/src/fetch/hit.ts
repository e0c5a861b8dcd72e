/** One hit of a response. */
import {
  isJsonObject,
  type JsonBuffer,
  type JsonObject,
  type JsonValue,
  parseJson,
  RawJson,
  withJsonBuffer,
} from '@skein/content';
import type { IndexSearcher, OwnBytes, SegmentReader, StoredDocument } from '@skein/search_library';
import type { ShardHit } from '../shard_hit.js';
import type { FetchContext, FetchHit, FetchPart, NestedStep } from './fetch_part.js';
import { HitWriter } from './hit_writer.js';
import { metadata } from './metadata.js';
import { versions } from './versions.js';

interface ShownHit {
  readonly hit: FetchHit;
  readonly parts: readonly FetchPart[];
  readonly context: FetchContext;
}

/** Encodes the hit as a JSON value of its own. */
export function encodedHit(shown: ShownHit): RawJson {
  return withJsonBuffer((buffer) => {
    writeHit(shown, buffer);
    return new RawJson(buffer.finish());
  });
}

/** Writes the hit as JSON, its members in OpenSearch's order. */
export function writeHit({ hit, parts, context }: ShownHit, buffer: JsonBuffer): void {
  const withoutId = context.request.storedFields?.includes('_none_') ?? false;
  const to = new HitWriter(buffer);
  const { indexName, typeName } = context.shard;
  to.text('_index', indexName);
  if (typeName !== undefined) to.text('_type', typeName);
  if (!withoutId || hit.nested) to.text('_id', hit.stored.id);
  if (hit.nested) to.member('_nested', nestedIdentity(hit.nested));
  versions(hit, context, to);
  to.score(hit.hit.score);
  if (!withoutId && hit.nested === undefined) metadata(hit, context, to);
  for (const part of parts) part(hit, context, to);
  to.end();
}

/** Reads the hit's document. `own` gives the memory for its bytes; absent: new memory. */
export function fetchHit(searcher: IndexSearcher, hit: ShardHit, own?: OwnBytes): FetchHit {
  const { segment, doc } = searcher.locate(hit.doc);
  return new ReadHit(hit, { segment, doc }, own);
}

class ReadHit implements FetchHit {
  readonly hit: ShardHit;
  readonly segment: SegmentReader;
  readonly doc: number;
  readonly stored: StoredDocument;
  readonly nested: undefined;
  #parsed: JsonValue | undefined;

  constructor(
    hit: ShardHit,
    { segment, doc }: { readonly segment: SegmentReader; readonly doc: number },
    own: OwnBytes | undefined,
  ) {
    this.hit = hit;
    this.segment = segment;
    this.doc = doc;
    this.stored = segment.stored(doc, own);
  }

  source(): JsonObject | undefined {
    const { source } = this.stored;
    if (this.#parsed === undefined && source) this.#parsed = parseJson(source);
    return isJsonObject(this.#parsed) ? this.#parsed : undefined;
  }
}

function nestedIdentity([step, ...deeper]: readonly NestedStep[]): JsonObject {
  const inner = deeper.length === 0 ? {} : { _nested: nestedIdentity(deeper) };
  return { field: step?.field ?? '', offset: step?.offset ?? 0, ...inner };
}
