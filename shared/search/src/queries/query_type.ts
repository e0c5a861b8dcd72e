import type { JsonObject, JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { Query } from '@skein/search_library';
import type { NodeHeader, ParsedQuery, QueryNode } from './query_node.js';
import type { QueryParseContext } from './query_parse_context.js';
import type { QueryShardContext } from './query_shard_context.js';

/** `light`: made of small steps (words looked up), between which it can be given up; `heavy`: whatever else. */
export type QueryCost = 'light' | 'heavy';

/** A document that a query takes something from. */
export interface NeededDocument {
  /** The query that names it. */
  readonly query: string;
  /** `undefined`: the index searched. */
  readonly index: string | undefined;
  readonly id: string;
  readonly routing: string | undefined;
  /** It must have; absent: whatever it has. */
  readonly version?: number | undefined;
  /** An index that is not there has no documents, and is no fault. */
  readonly mayLackIndex: boolean;
}

/** The document as it was written; `null` when it is not there. */
export type FoundDocuments = (document: NeededDocument) => JsonValue;

/** What has to be known of a query before or beside its binding. */
export interface QueryNeeds {
  readonly cost: QueryCost;
  /** To be read, and given to `fill`, before any shard can bind the query. */
  readonly documents: readonly NeededDocument[];
  /** What it matches may depend on the time of the request. */
  readonly now: boolean;
  readonly scripts: boolean;
  /** Hits show parts of themselves by it: it has to be bound for them too. */
  readonly innerHits: boolean;
  /** Whether a document matches depends on other documents of its index. */
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
export const LIGHT_NOW: QueryNeeds = Object.freeze({ ...LIGHT, now: true });
export const HEAVY_NOW: QueryNeeds = Object.freeze({ ...HEAVY, now: true });
export const SCRIPTED: QueryNeeds = Object.freeze({ ...HEAVY, scripts: true });

/** Bound without the documents it needs: whoever asked forgot them. */
export function notFilled(): ApiError {
  return new ApiError('unsupported_operation_exception', 'query must be rewritten first');
}

const NONE: readonly QueryNode[] = [];

/** Of queries that hold no others. */
export const LEAF = {
  children: () => NONE,
  withChildren: <Params>(params: Params) => params,
};

export interface QueryType<Params = unknown> {
  readonly name: string;
  /** It may stand in a span query; in one of the terms that a pattern stands for. */
  readonly family?: 'span' | 'multi_term';
  /** What stands beside it is looked at before what is inside. */
  readonly isReadLast?: true;
  /** Reads the JSON and checks its form: that needs no index. */
  parse(body: JsonObject, context: QueryParseContext): ParsedQuery<Params>;
  /** The queries inside, wherever in the parameters they stand. */
  children(params: Params): readonly QueryNode[];
  /** The same with other children: as many, in the same order. */
  withChildren(params: Params, children: readonly QueryNode[]): Params;
  /** Of the query itself, without its children. */
  needs(params: Params): QueryNeeds;
  /** With what the query takes from the documents it needs, which it then needs no more. Absent: it never needs any. */
  fill?(params: Params, found: FoundDocuments): Params;
  /** Finds faults before any query of the tree is bound: OpenSearch comes upon them as it rewrites the tree. */
  check?(params: Params, shard: QueryShardContext): void;
  /** The library's query at one index, without boost and name, which `bindQuery` adds. */
  bind(params: Params, shard: QueryShardContext): Query;
  /** `false`: no document of the shard can match. Absent: nothing can be told. */
  canMatch?(params: Params, point: CanMatchContext): boolean;
  /** With all defaults spelled out, where an API shows it (`_search_shards`). */
  toJson?(params: Params, header: NodeHeader, json: QueryJson): JsonObject;
}

/** How children are shown; an empty object: not at all. */
export type QueryJson = (node: QueryNode) => JsonObject;

/** Date math from the time of the request. */
const NOW = /\bnow\b/;

/** Whether some text in it may be a date that is counted from the time of the request. */
export function mentionsNow(value: unknown): boolean {
  // Few texts hold the letters, and to look for these takes a tenth of the time.
  if (typeof value === 'string') return value.includes('now') && NOW.test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(mentionsNow);
}

export type QueryTypes = ReadonlyMap<string, QueryType>;

export interface CanMatchContext {
  readonly shard: QueryShardContext;
  /** Whether some segment has a value in the range; deleted documents count. */
  readonly hasValues: (range: Query) => boolean;
}
