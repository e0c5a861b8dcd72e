/** The inputs for binding a query to one index. There is one context per request and shard. */
import type { AnalysisRegistry, Analyzer } from '@skein/analysis';
import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { IndexMapping, MappedField, QueryContext } from '@skein/mapping';
import type { ScriptService } from '@skein/script';
import type { IndexSearcher, Query, SegmentReader } from '@skein/search_library';
import type { SearchMapping } from '../execution/search_mapping.js';
import type { InnerHitsDefinition } from '../inner_hits/inner_hits.js';
import type { QueryNode } from './query_node.js';
import type { QueryTypes } from './query_type.js';

/** Fields whose values scripts compute. */
interface DerivedValues {
  has(name: string): boolean;
  /** True for a derived field, which `exists` cannot find; false for a runtime field. */
  refusesExists(name: string): boolean;
  /** The values as the script emitted them. */
  values(segment: SegmentReader, doc: number, field: MappedField): readonly JsonValue[];
  /** The values as `fields` shows them. */
  shown(
    segment: SegmentReader,
    doc: number,
    shown: { readonly field: MappedField; readonly format: string | undefined },
  ): JsonValue[];
}

/** The documents of a `percolate` query. */
export interface PercolatedDocuments {
  /** The name of the `percolate` query. */
  readonly name: string | undefined;
  readonly count: number;
  /** The percolated documents, in memory. */
  readonly searcher: IndexSearcher;
  /** `undefined` if the document has no stored query. */
  matches(segment: SegmentReader, doc: number): PercolatedMatches | undefined;
}

/** A stored query and the percolated documents that it matches. */
export interface PercolatedMatches {
  readonly query: Query;
  readonly documents: readonly {
    /** The document's place in the request, from 0. */
    readonly slot: number;
    /** The document's number in the searcher. */
    readonly doc: number;
  }[];
}

export interface QueryShardContext extends QueryContext {
  readonly mapping: SearchMapping;
  readonly analysis: AnalysisRegistry;
  readonly scripts: ScriptService;
  /** Query types by kind. A query's own file does not know the others. */
  readonly queryTypes: QueryTypes;
  /** Parses a query that is stored in a document. */
  readonly parseQuery: (json: JsonValue) => QueryNode;
  readonly settings: ReadonlyMap<string, string>;
  /** The `_type` of hits; absent if they have none. */
  readonly typeName?: string | undefined;
  /** `indices.query.bool.max_clause_count`. */
  readonly maxClauseCount: number;
  /** Fields whose values scripts compute; they are in `mapping` too. */
  readonly derived?: DerivedValues | undefined;
  /** Filled while queries are bound: maps `_name` to the library query. */
  readonly namedQueries: Map<string, Query>;
  /** The nested path whose objects the current query matches; `undefined` for root documents. */
  readonly nestedPath: string | undefined;
  /** The number of `nested` queries and aggregations around the current query; absent if none. */
  readonly nestedDepth?: number | undefined;
  /** Filled while queries are bound: the inner hits of the hits at this level. */
  readonly innerHits: InnerHitsDefinition[];
  /** Filled while queries are bound: the documents of `percolate` queries. */
  readonly percolations: PercolatedDocuments[];
  /** All segments of the searched shard; absent if queries are bound without a shard. */
  readonly segments?: readonly SegmentReader[];
  /** The mapping that parses documents of the index; `undefined` if none can be parsed here. */
  readonly documents: IndexMapping | undefined;
}

/** A context for queries whose names and inner hits are not shown. */
export function unseen(shard: QueryShardContext): QueryShardContext {
  return { ...shard, namedQueries: new Map(), innerHits: [], percolations: [] };
}

/** The field, if queries can reach it. Unmapped fields match nothing. */
export function mappedField(context: QueryShardContext, name: string): MappedField | undefined {
  return context.mapping.field(name);
}

/** An analyzer named by a query; throws OpenSearch's error if the index has none of that name. */
export function namedAnalyzer(
  context: QueryShardContext,
  queryName: string,
  analyzerName: string,
): Analyzer {
  const analyzer = context.analysis.analyzer(analyzerName);
  if (analyzer) return analyzer;
  throw new ApiError(
    'query_shard_exception',
    `[${queryName}] analyzer [${analyzerName}] not found`,
  );
}
