/**
 * A parsed query as data: it is sent between threads and nodes, and bound to the fields of an index
 * on each shard.
 */

/** `boost` and `_name`, which all queries share. */
export interface NodeHeader {
  readonly boost: number;
  /** `_name`: hits list it in `matched_queries` if they match this query. */
  readonly name: string | undefined;
}

export interface QueryNode<Params = unknown> extends NodeHeader {
  /** The name of the query's type: `QueryType.name`. */
  readonly kind: string;
  /** The parameters that the type has parsed: plain data. */
  readonly params: Params;
}

export type ParsedQuery<Params> = NodeHeader & { readonly params: Params };
