/** What binding a query to one index may look at. One a request and shard. */
import type { AnalysisRegistry, Analyzer } from '@skein/analysis';
import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { IndexMapping, MappedField, QueryContext } from '@skein/mapping';
import type { ScriptService } from '@skein/script';
import type { Query, SegmentReader } from '@skein/search_library';
import type { SearchMapping } from '../execution/search_mapping.js';
import type { InnerHitsDefinition } from '../inner_hits/inner_hits.js';
import type { QueryNode } from './query_node.js';
import type { QueryTypes } from './query_type.js';

/** The clauses of one boolean query. */
export function checkClauseCount(count: number, most: number): void {
  if (count > most) throw new ApiError('too_many_clauses', `maxClauseCount is set to ${most}`);
}

/** Fields that scripts make. */
export interface DerivedValues {
  has(name: string): boolean;
  /** As the script emitted them. */
  values(segment: SegmentReader, doc: number, field: MappedField): readonly JsonValue[];
  /** As `fields` shows them. */
  shown(
    segment: SegmentReader,
    doc: number,
    shown: { readonly field: MappedField; readonly format: string | undefined },
  ): JsonValue[];
}

/** What stored queries were asked about. */
export interface PercolatedDocuments {
  /** Of the query that asks. */
  readonly name: string | undefined;
  /** Which of them, counted from 0, the stored query of a document matches. */
  slots(segment: SegmentReader, doc: number): readonly number[];
}

export interface QueryShardContext extends QueryContext {
  readonly mapping: SearchMapping;
  readonly analysis: AnalysisRegistry;
  readonly scripts: ScriptService;
  /** By kind. A query's own file does not know the others. */
  readonly queryTypes: QueryTypes;
  /** Reads a query that is stored in a document. */
  readonly parseQuery: (json: JsonValue) => QueryNode;
  readonly settings: ReadonlyMap<string, string>;
  /** What hits show as their type; absent: they have none. */
  readonly typeName?: string | undefined;
  /** `indices.query.bool.max_clause_count`. */
  readonly maxClauseCount: number;
  /** Fields that scripts make; they are in `mapping` too. */
  readonly derived?: DerivedValues | undefined;
  /** Filled while queries are bound: `_name` to library query. */
  readonly namedQueries: Map<string, Query>;
  /** The nested path whose objects the query at hand looks at; `undefined`: whole documents. */
  readonly nestedPath: string | undefined;
  /** Filled while queries are bound: the inner hits of the hits at this level. */
  readonly innerHits: InnerHitsDefinition[];
  /** Filled while queries are bound: what stored queries were asked about. */
  readonly percolations: PercolatedDocuments[];
  /** All of the shard that is searched; absent: whoever binds queries has no shard. */
  readonly segments?: readonly SegmentReader[];
  /** How documents of the index are read; `undefined`: there are none to read here. */
  readonly documents: IndexMapping | undefined;
}

/** For queries whose names and inner hits nobody shows. */
export function unseen(shard: QueryShardContext): QueryShardContext {
  return { ...shard, namedQueries: new Map(), innerHits: [], percolations: [] };
}

/** The field, unless queries cannot reach it. Unmapped fields match nothing. */
export function mappedField(context: QueryShardContext, name: string): MappedField | undefined {
  return context.mapping.field(name);
}

/** An analyzer a query names; the reference's words when the index has none of that name. */
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
