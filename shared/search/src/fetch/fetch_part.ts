/**
 * One part of a hit. Each file of this folder provides one; `hit.ts` assembles them in OpenSearch's
 * order.
 */
import type { JsonObject } from '@skein/content';
import type { SegmentReader, StoredDocument } from '@skein/search_library';
import type { QueryShardContext } from '../queries/query_shard_context.js';
import type { SearchRequest } from '../request/search_request.js';
import type { ShardHit } from '../shard_hit.js';
import type { HitWriter } from './hit_writer.js';

/** One step on the path to a nested document. */
export interface NestedStep {
  /** The path relative to the enclosing object. */
  readonly field: string;
  /** The object's offset among those of the path, from 0. */
  readonly offset: number;
}

export interface FetchHit {
  readonly hit: ShardHit;
  readonly segment: SegmentReader;
  /** The document's number inside its segment. */
  readonly doc: number;
  readonly stored: StoredDocument;
  /**
   * The position of a nested document in the stored one, outermost object first; `undefined` for
   * the stored document itself.
   */
  readonly nested: readonly NestedStep[] | undefined;
  /**
   * The parsed document; it is parsed on first use. That of a nested document has nothing but the
   * object, at its path.
   */
  source(): JsonObject | undefined;
}

export interface FetchContext {
  readonly request: SearchRequest;
  readonly shard: QueryShardContext;
}

/** Writes the part's members of a hit, or nothing. */
export type FetchPart = (hit: FetchHit, context: FetchContext, to: HitWriter) => void;
