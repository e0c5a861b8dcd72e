/** What a highlighter is asked, and what it says. */
import type { MappedField } from '@skein/mapping';
import type { IndexSearcher, Mark } from '@skein/search_library';
import type { FetchHit } from '../fetch/fetch_part.js';
import type { QueryNode } from '../queries/query_node.js';
import type { QueryShardContext } from '../queries/query_shard_context.js';

export interface HighlightOptions {
  /** Name of the highlighter; absent: `unified`. */
  readonly type?: string | undefined;
  /** Of the same length; a highlighter that marks all alike takes the first. */
  readonly preTags: readonly string[];
  readonly postTags: readonly string[];
  readonly encoder: string;
  /** Best fragments first. */
  readonly scoreOrdered: boolean;
  /** Characters. */
  readonly fragmentSize: number;
  /** Of `fvh`: characters before the first match of a fragment. */
  readonly fragmentOffset: number;
  /** 0: each value whole. */
  readonly numberOfFragments: number;
  readonly fragmenter?: string | undefined;
  readonly boundaryScanner?: BoundaryScanner | undefined;
  readonly boundaryChars: string;
  readonly boundaryMaxScan: number;
  /** BCP 47; absent: of no language. */
  readonly boundaryLocale?: string | undefined;
  /** Characters shown of a value without a match. */
  readonly noMatchSize: number;
  readonly requireFieldMatch: boolean;
  readonly matchedFields: readonly string[];
  /** Most phrases that `fvh` looks at. */
  readonly phraseLimit: number;
  readonly maxAnalyzerOffset?: number | undefined;
  readonly forceSource: boolean;
}

export type BoundaryScanner = 'chars' | 'word' | 'sentence';

/** One entry of `fields`: its options, those of the whole request where it has none of its own. */
export interface HighlightField {
  readonly pattern: string;
  readonly options: HighlightOptions;
  /** Highlighted in the place of the query of the search. */
  readonly query?: QueryNode | undefined;
}

export interface Highlight {
  readonly fields: readonly HighlightField[];
  /**
   * Every `highlight_query` there is: they have to be in order, whether a field is highlighted or
   * not.
   */
  readonly queries: readonly QueryNode[];
}

/** A field of an index that is to be highlighted. */
export interface HighlightTarget {
  readonly field: MappedField;
  readonly options: HighlightOptions;
  /** Of the query, whatever their fields. */
  readonly marks: readonly Mark[];
  readonly shard: QueryShardContext;
  readonly searcher: IndexSearcher;
}

/** The fragments of one hit; `undefined`: it has none. */
export type HighlightHit = (hit: FetchHit) => readonly string[] | undefined;

export interface Highlighter {
  readonly name: string;
  /** Whether a pattern of names stands for the field; absent: for every one. */
  readonly takes?: (field: MappedField) => boolean;
  /** Once a request, shard and field; refuses options it cannot serve. */
  open(target: HighlightTarget): HighlightHit;
}
