/** `inner_hits` bound to an index: which hits of the hit are shown in it. */
import type { Query } from '@skein/search_library';
import type { SearchRequest } from '../request/search_request.js';

/** How the inner hits belong to the hit they are shown in. */
export type InnerJoin =
  /** They lie in it. `parent`: the nested path of the hit; `undefined`: it is a whole document. */
  | { readonly kind: 'same_block'; readonly path: string; readonly parent: string | undefined }
  /** They are documents of their own that match a query made of the hit's term. */
  | {
      readonly kind: 'same_term';
      readonly field: string;
      readonly matching: (term: Uint8Array) => Query;
    };

export interface InnerHitsDefinition {
  readonly name: string;
  readonly request: SearchRequest;
  readonly join: InnerJoin;
  readonly query: Query;
  /** Shown inside the inner hits. */
  readonly children: readonly InnerHitsDefinition[];
}
