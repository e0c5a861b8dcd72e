/**
 * A query in its two lives. `QueryType.parse` reads the JSON and checks its form: that needs no index and happens on the
 * coordinating node. The node it gives is bound to the fields of an index by `toQuery`, at each shard.
 */
import type { JsonObject } from '@skein/content';
import type { Query } from '@skein/search_library';
import type { CanMatchContext } from './can_match.js';
import type { QueryParseContext } from './query_parse_context.js';
import type { QueryShardContext } from './query_shard_context.js';

export interface QueryType {
  readonly name: string;
  parse(body: JsonObject, context: QueryParseContext): QueryNode;
}

/** What `boost` and `_name` have in common everywhere. */
export interface NodeHeader {
  readonly boost: number;
  /** `_name`: hits tell in `matched_queries` that they match this query. */
  readonly queryName: string | undefined;
}

export interface QueryNode extends NodeHeader {
  /** The library query without boost and name, which `bindQuery` adds. */
  toQuery(context: QueryShardContext): Query;
  /** `false`: no document of the shard can match. Absent: nothing can be told. */
  canMatch?(context: CanMatchContext): boolean;
  /** The query with all its defaults spelled out, where an API shows it (`_search_shards`). */
  toJson?(): JsonObject;
}
