/** One hit of an answer. */
import {
  float32,
  isJsonObject,
  type JsonBuffer,
  type JsonObject,
  type JsonValue,
  parseJson,
} from '@skein/content';
import type { IndexSearcher } from '@skein/search_library';
import type { ShardHit } from '../shard_messages.js';
import type { FetchContext, FetchHit, FetchPart, HitEntry, NestedStep } from './fetch_part.js';
import { metadata } from './metadata.js';
import { versions } from './versions.js';

export function hitJson(
  hit: FetchHit,
  parts: readonly FetchPart[],
  context: FetchContext,
): JsonObject {
  return Object.fromEntries(members(hit, parts, context));
}

/** The hit as JSON, written member by member. */
export function writeHit({ hit, parts, context }: ShownHit, buffer: JsonBuffer): void {
  let separator = '{';
  for (const [name, value] of members(hit, parts, context)) {
    buffer.text(`${separator}"${name}":`);
    buffer.value(value);
    separator = ',';
  }
  buffer.text('}');
}

export interface ShownHit {
  readonly hit: FetchHit;
  readonly parts: readonly FetchPart[];
  readonly context: FetchContext;
}

/** In the order the reference shows them. Their names are ours: nothing in them has to be escaped. */
function members(
  hit: FetchHit,
  parts: readonly FetchPart[],
  context: FetchContext,
): readonly HitEntry[] {
  const withoutId = context.request.storedFields?.includes('_none_') ?? false;
  const shown: HitEntry[] = [['_index', context.shard.indexName]];
  if (!withoutId) shown.push(['_id', hit.stored.id]);
  if (hit.nested) shown.push(['_nested', nestedIdentity(hit.nested)]);
  shown.push(...versions(hit, context));
  shown.push(['_score', scoreJson(hit.hit)]);
  if (!withoutId) shown.push(...metadata(hit, context));
  for (const part of parts) shown.push(...part(hit, context));
  return shown;
}

function scoreJson({ score }: ShardHit): JsonValue {
  return Number.isNaN(score) ? null : float32(score);
}

export function fetchHit(searcher: IndexSearcher, hit: ShardHit): FetchHit {
  const { segment, doc } = searcher.locate(hit.doc);
  const stored = segment.stored(doc);
  let parsed: JsonValue | undefined;
  return {
    hit,
    segment,
    doc,
    stored,
    nested: undefined,
    source: () => {
      if (parsed === undefined && stored.source) parsed = parseJson(stored.source);
      return isJsonObject(parsed) ? parsed : undefined;
    },
  };
}

function nestedIdentity([step, ...deeper]: readonly NestedStep[]): JsonObject {
  const inner = deeper.length === 0 ? {} : { _nested: nestedIdentity(deeper) };
  return { field: step?.field ?? '', offset: step?.offset ?? 0, ...inner };
}
