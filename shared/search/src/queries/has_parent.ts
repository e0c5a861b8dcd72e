/** `has_parent`: children selected by their parent. */
import { ApiError } from '@skein/errors';
import {
  booleanQuery,
  ID_FIELD,
  matchNoneQuery,
  type Query,
  termJoinQuery,
  termsQuery,
} from '@skein/search_library';
import { addInnerHits } from '../inner_hits/add_inner_hits.js';
import type { InnerHitsDefinition } from '../inner_hits/inner_hits.js';
import {
  type InnerHitsOptions,
  joinedQueries,
  withJoinedQueries,
} from '../inner_hits/parse_inner_hits.js';
import { bindQuery } from './bind_query.js';
import { LOOSE, readOptions } from './header.js';
import { type Draft, intoDraft } from './into_draft.js';
import { joinField, ofRelations, parentIds } from './join_family.js';
import { joinDefaults, joinReaders, missingOption } from './join_options.js';
import { booleanOf, textOf } from './options.js';
import type { QueryNode } from './query_node.js';
import type { QueryShardContext } from './query_shard_context.js';
import { HEAVY, type QueryNeeds, type QueryType } from './query_type.js';

interface Options {
  readonly type: string;
  readonly inner: QueryNode;
  readonly scored: boolean;
  readonly ignoreUnmapped: boolean;
  readonly innerHits: InnerHitsOptions | undefined;
}

export const has_parent: QueryType<Options> = {
  name: 'has_parent',
  parse(body, context) {
    const draft: Draft<Pick<Options, 'type' | 'scored'>, 'type'> = {
      type: undefined,
      scored: false,
    };
    const options = joinDefaults();
    const header = readOptions(
      { query: 'has_parent', options: body, context, manners: LOOSE },
      {
        parent_type: intoDraft(draft, 'type', textOf),
        score: intoDraft(draft, 'scored', booleanOf),
        ...joinReaders(options, context),
      },
    );
    const { type, scored } = draft;
    const { inner } = options;
    if (type === undefined) throw missingOption('has_parent', 'parent_type');
    if (inner === undefined) throw missingOption('has_parent', 'query');
    return { ...header, params: { ...options, type, inner, scored } };
  },
  children: joinedQueries,
  withChildren: withJoinedQueries,
  needs: ({ innerHits }) => ({ ...OTHERS, innerHits: innerHits !== undefined }),
  bind: bindHasParent,
};

const OTHERS: QueryNeeds = { ...HEAVY, otherDocuments: true };

function bindHasParent(options: Options, shard: QueryShardContext): Query {
  const { type, inner, scored, ignoreUnmapped, innerHits } = options;
  const family = joinField(shard);
  const relations = family?.relations.get(type);
  if (!family || !relations) {
    if (ignoreUnmapped) return matchNoneQuery(`no parent [${type}]`);
    throw new ApiError(
      'query_shard_exception',
      family
        ? `[has_parent] join field [${family.name}] doesn't hold [${type}] as a parent`
        : '[has_parent] no join field has been configured',
    );
  }
  const field = parentIds(family, type);
  const children: InnerHitsDefinition[] = [];
  const query = bindQuery(inner, { ...shard, innerHits: children });
  const from = booleanQuery({ must: [query], filter: [ofRelations(family, [type])] });
  if (innerHits) {
    addInnerHits(shard.innerHits, {
      options: innerHits,
      called: type,
      query: from,
      join: { kind: 'same_term', field, matching: (term) => termsQuery(ID_FIELD, [term]) },
      children,
    });
  }
  return termJoinQuery({
    field,
    from,
    to: ofRelations(family, relations),
    scoreMode: scored ? 'max' : 'none',
    minCount: 1,
    maxCount: Number.POSITIVE_INFINITY,
  });
}
