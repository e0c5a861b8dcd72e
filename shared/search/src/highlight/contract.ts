/** The requests that highlighters receive, and their results. */
import type { MappedField } from '@skein/mapping';
import type { IndexSearcher, Mark } from '@skein/search_library';
import type { FetchHit } from '../fetch/fetch_part.js';
import type { QueryNode } from '../queries/query_node.js';
import type { QueryShardContext } from '../queries/query_shard_context.js';

export interface HighlightOptions {
  /** The name of the highlighter; `unified` when absent. */
  readonly type?: string | undefined;
  /**
   * Tags before and after a match: both lists have the same length. A highlighter that marks all
   * matches alike uses the first pair.
   */
  readonly preTags: readonly string[];
  readonly postTags: readonly string[];
  readonly encoder: string;
  /** True to return the best fragments first. */
  readonly scoreOrdered: boolean;
  /** The size of a fragment, in characters. */
  readonly fragmentSize: number;
  /** For `fvh`: characters before the first match of a fragment; -1 for the default. */
  readonly fragmentOffset: number;
  /** The highest number of fragments; 0 returns each value whole. */
  readonly numberOfFragments: number;
  readonly fragmenter?: string | undefined;
  readonly boundaryScanner?: BoundaryScanner | undefined;
  readonly boundaryChars: string;
  readonly boundaryMaxScan: number;
  /** A BCP 47 language tag; absent for no language. */
  readonly boundaryLocale?: string | undefined;
  /** Characters shown of a value without a match. */
  readonly noMatchSize: number;
  readonly requireFieldMatch: boolean;
  readonly matchedFields: readonly string[];
  /** The highest number of phrases that `fvh` considers. */
  readonly phraseLimit: number;
  readonly maxAnalyzerOffset?: number | undefined;
  readonly forceSource: boolean;
}

export type BoundaryScanner = 'chars' | 'word' | 'sentence';

/** One entry of `fields`: its own options, completed by those of the whole request. */
export interface HighlightField {
  readonly pattern: string;
  readonly options: HighlightOptions;
  /** The query to highlight in place of the query of the search. */
  readonly query?: QueryNode | undefined;
}

export interface Highlight {
  readonly fields: readonly HighlightField[];
  /**
   * Every `highlight_query` of the request: each must be valid, even if its field is not
   * highlighted.
   */
  readonly queries: readonly QueryNode[];
}

/** A field of an index to be highlighted. */
export interface HighlightTarget {
  readonly field: MappedField;
  readonly options: HighlightOptions;
  /** The marks of the query, for all fields. */
  readonly marks: readonly Mark[];
  readonly shard: QueryShardContext;
  readonly searcher: IndexSearcher;
}

/** Returns the fragments of one hit; `undefined` if it has none. */
export type HighlightHit = (hit: FetchHit) => readonly string[] | undefined;

export interface Highlighter {
  readonly name: string;
  /** True if a pattern of names includes the field; when absent, every field is included. */
  readonly takes?: (field: MappedField) => boolean;
  /** Called once for each request, shard and field; refuses options that it does not support. */
  open(target: HighlightTarget): HighlightHit;
}
