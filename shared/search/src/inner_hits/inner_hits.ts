/** `inner_hits` bound to an index: selects the inner hits of a hit. */
import type { Query } from '@skein/search_library';
import type { SearchRequest } from '../request/search_request.js';

/** The relation of the inner hits to their outer hit. */
type InnerJoin =
  /**
   * The inner hits are nested in the hit. `parent` is the nested path of the outer hit, or
   * `undefined` for a root document.
   */
  | { readonly kind: 'same_block'; readonly path: string; readonly parent: string | undefined }
  /** The inner hits are root documents that match a query built from the hit's term. */
  | {
      readonly kind: 'same_term';
      readonly field: string;
      readonly matching: (term: Uint8Array) => Query;
    };

export interface InnerHitsDefinition {
  readonly name: string;
  /** Absent if the name is the default one. */
  readonly givenName: string | undefined;
  readonly request: SearchRequest;
  readonly join: InnerJoin;
  readonly query: Query;
  /** The definitions of inner hits inside these inner hits. */
  readonly children: readonly InnerHitsDefinition[];
}
