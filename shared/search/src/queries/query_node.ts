/** A query as data, once its JSON has been read: it crosses threads and nodes, and is bound to the fields of an index at each shard. */

/** What `boost` and `_name` have in common everywhere. */
export interface NodeHeader {
  readonly boost: number;
  /** `_name`: hits tell in `matched_queries` that they match this query. */
  readonly name: string | undefined;
}

export interface QueryNode<Params = unknown> extends NodeHeader {
  /** Names the query's type: `QueryType.name`. */
  readonly kind: string;
  /** What the type made of the JSON: plain data. */
  readonly params: Params;
}

export type ParsedQuery<Params> = NodeHeader & { readonly params: Params };
