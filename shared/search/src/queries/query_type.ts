import type { JsonObject, JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { Query } from '@skein/search_library';
import type { NodeHeader, ParsedQuery, QueryNode } from './query_node.js';
import type { QueryParseContext } from './query_parse_context.js';
import type { QueryShardContext } from './query_shard_context.js';

/**
 * `light` queries consist of small steps (term lookups), between which they can be cancelled, and
 * are mostly short. `moderate` ones consist of small steps too, but how many depends on the data:
 * they read columns, or the postings of many terms. All others are `heavy`.
 */
export type QueryCost = 'light' | 'moderate' | 'heavy';

const COSTS: readonly QueryCost[] = ['light', 'moderate', 'heavy'];

export function greaterCost(a: QueryCost, b: QueryCost): QueryCost {
  return COSTS.indexOf(a) > COSTS.indexOf(b) ? a : b;
}

/** A document from which a query takes values. */
export interface NeededDocument {
  /** The name of the query that needs it. */
  readonly query: string;
  /** `undefined` means the searched index. */
  readonly index: string | undefined;
  readonly id: string;
  readonly routing: string | undefined;
  /** The required version; any version if absent. */
  readonly version?: number | undefined;
  /** If true, a missing index or another version of the document is not an error. */
  readonly mayBeMissing: boolean;
}

/** Returns the document's source; `null` if the document is missing. */
export type FoundDocuments = (document: NeededDocument) => JsonValue;

/** Properties of a query that are needed before it is bound. */
export interface QueryNeeds {
  readonly cost: QueryCost;
  /** The documents to read and pass to `fill` before any shard can bind the query. */
  readonly documents: readonly NeededDocument[];
  /** True if the matches may depend on the time of the request. */
  readonly now: boolean;
  readonly scripts: boolean;
  /** True if hits show inner hits of the query: it must be bound for the fetch phase too. */
  readonly innerHits: boolean;
  /** True if a match depends on other documents of the index. */
  readonly otherDocuments: boolean;
}

export const HEAVY: QueryNeeds = Object.freeze({
  cost: 'heavy',
  documents: [],
  now: false,
  scripts: false,
  innerHits: false,
  otherDocuments: false,
});

export const LIGHT: QueryNeeds = Object.freeze({ ...HEAVY, cost: 'light' });
export const MODERATE: QueryNeeds = Object.freeze({ ...HEAVY, cost: 'moderate' });
export const HEAVY_NOW: QueryNeeds = Object.freeze({ ...HEAVY, now: true });
export const SCRIPTED: QueryNeeds = Object.freeze({ ...HEAVY, scripts: true });

/**
 * The error of a query that is bound without the documents it needs, which is a fault of the
 * caller.
 */
export function notFilled(): ApiError {
  return new ApiError('unsupported_operation_exception', 'query must be rewritten first');
}

const NONE: readonly QueryNode[] = [];

/** The methods of queries without children. */
export const LEAF = {
  children: () => NONE,
  withChildren: <Params>(params: Params) => params,
};

/** True if the query is of this type, which has then parsed its parameters. */
export function isOfType<Params>(
  node: QueryNode,
  type: QueryType<Params>,
): node is QueryNode<Params> {
  return node.kind === type.name;
}

export interface QueryType<Params = unknown> {
  readonly name: string;
  /**
   * `span` may be used in a span query, `multi_term` in a query on the terms that a pattern
   * matches.
   */
  readonly family?: 'span' | 'multi_term';
  /** If true, the keys beside the query are checked before its body. */
  readonly isReadLast?: true;
  /** Parses the JSON and checks its syntax; no index is needed. */
  parse(body: JsonObject, context: QueryParseContext): ParsedQuery<Params>;
  /** The child queries, in any of the parameters. */
  children(params: Params): readonly QueryNode[];
  /** The same parameters with other children: as many, in the same order. */
  withChildren(params: Params, children: readonly QueryNode[]): Params;
  /** The needs of the query itself, without its children. */
  needs(params: Params): QueryNeeds;
  /**
   * The parameters with the values of the needed documents, which are then no longer needed. Absent
   * if the query never needs any.
   */
  fill?(params: Params, found: FoundDocuments): Params;
  /**
   * Reports errors before any query of the tree is bound: OpenSearch finds them when it rewrites
   * the tree.
   */
  check?(params: Params, shard: QueryShardContext): void;
  /** The library's query for one index, without boost and name, which `bindQuery` adds. */
  bind(params: Params, shard: QueryShardContext): Query;
  /** `false` if no document of the shard can match. Absent if this cannot be determined. */
  canMatch?(params: Params, point: CanMatchContext): boolean;
  /**
   * The query with all defaults, as an API shows it (`_search_shards`); `undefined` if a child has
   * no such form.
   */
  toJson?(params: Params, header: NodeHeader, json: QueryJson): JsonObject | undefined;
}

/** The JSON of a child; `undefined` if it has no such form. */
export type QueryJson = (node: QueryNode) => JsonObject | undefined;

/** Date math relative to the time of the request. */
const NOW = /\bnow\b/;

/** True if some text in the value may be a date relative to the time of the request. */
export function mentionsNow(value: unknown): boolean {
  // Few texts contain these letters, and this test takes a tenth of the time.
  if (typeof value === 'string') return value.includes('now') && NOW.test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(mentionsNow);
}

const PLAIN = Object.freeze({ light: LIGHT, moderate: MODERATE, heavy: HEAVY });
const WITH_NOW = Object.freeze({
  light: Object.freeze({ ...LIGHT, now: true }),
  moderate: Object.freeze({ ...MODERATE, now: true }),
  heavy: HEAVY_NOW,
});

/** The needs of a query of this cost that compares with the value. */
export function needsOf(cost: QueryCost, value: unknown): QueryNeeds {
  return (mentionsNow(value) ? WITH_NOW : PLAIN)[cost];
}

export type QueryTypes = ReadonlyMap<string, QueryType>;

export interface CanMatchContext {
  readonly shard: QueryShardContext;
  /** True if some segment has a value in the range; deleted documents count. */
  readonly hasValues: (range: Query) => boolean;
}
