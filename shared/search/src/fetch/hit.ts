/** One hit of an answer. */
import { float32, isJsonObject, type JsonObject, type JsonValue, parseJson } from '@skein/content';
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
  const collect = (list: readonly FetchPart[]) => list.flatMap((part) => part(hit, context));
  const withoutId = context.request.storedFields?.includes('_none_') ?? false;
  const entries: HitEntry[] = [
    ['_index', context.shard.indexName],
    ...(withoutId ? [] : [['_id', hit.stored.id] as const]),
    ...(hit.nested ? [['_nested', nestedIdentity(hit.nested)] as const] : []),
    ...collect([versions]),
    ['_score', scoreJson(hit.hit)],
    ...(withoutId ? [] : collect([metadata])),
    ...collect(parts),
  ];
  return Object.fromEntries(entries);
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
