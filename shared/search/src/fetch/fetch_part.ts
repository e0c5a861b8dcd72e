/** A part of a hit: each file in this room brings one, `hit.ts` puts them together in the order the reference shows them. */
import type { JsonObject } from '@skein/content';
import type { SegmentReader, StoredDocument } from '@skein/search_library';
import type { QueryShardContext } from '../queries/query_shard_context.js';
import type { SearchRequest } from '../request/search_request.js';
import type { ShardHit } from '../shard_hit.js';
import type { HitWriter } from './hit_writer.js';

/** One object on the way to a nested document. */
export interface NestedStep {
  /** Path below the object before. */
  readonly field: string;
  /** Its place among the objects of that path, from 0. */
  readonly offset: number;
}

export interface FetchHit {
  readonly hit: ShardHit;
  readonly segment: SegmentReader;
  /** Number of the document inside its segment. */
  readonly doc: number;
  readonly stored: StoredDocument;
  /** Where a nested document lies in the stored one, outermost object first; `undefined`: it is the stored one. */
  readonly nested: readonly NestedStep[] | undefined;
  /** The document parsed, once whoever needs it first asks. */
  source(): JsonObject | undefined;
}

export interface FetchContext {
  readonly request: SearchRequest;
  readonly shard: QueryShardContext;
}

/** Writes its members of the hit; none when the hit has none. */
export type FetchPart = (hit: FetchHit, context: FetchContext, to: HitWriter) => void;
