/** `has_child`: parents selected by their children. */
import { ApiError, illegalArgument } from '@skein/errors';
import {
  booleanQuery,
  type JoinScoreMode,
  matchNoneQuery,
  type Query,
  termJoinQuery,
  termQuery,
} from '@skein/search_library';
import { addInnerHits } from '../inner_hits/add_inner_hits.js';
import type { InnerHitsDefinition } from '../inner_hits/inner_hits.js';
import { joinedQueries, withJoinedQueries } from '../inner_hits/parse_inner_hits.js';
import { bindQuery } from './bind_query.js';
import { LOOSE, type OptionReaders, readOptions } from './header.js';
import { intoDraft } from './into_draft.js';
import { joinField, ofRelations, parentIds, parentOf } from './join_family.js';
import {
  type JoinOptions,
  joinDefaults,
  joinReaders,
  missingOption,
  scoreModeOf,
} from './join_options.js';
import { integerOf, textOf } from './options.js';
import type { QueryNode } from './query_node.js';
import type { QueryParseContext } from './query_parse_context.js';
import type { QueryShardContext } from './query_shard_context.js';
import { HEAVY, type QueryNeeds, type QueryType } from './query_type.js';

interface Options extends JoinOptions {
  type: string | undefined;
  scoreMode: JoinScoreMode;
  minChildren: number;
  maxChildren: number;
}

export const has_child: QueryType<Bound> = {
  name: 'has_child',
  parse(body, context) {
    const options = defaults();
    const header = readOptions(
      { query: 'has_child', options: body, context, manners: LOOSE },
      readers(options, context),
    );
    const { type, inner } = options;
    if (type === undefined) throw missingOption('has_child', 'type');
    if (inner === undefined) throw missingOption('has_child', 'query');
    checkCounts(options);
    return { ...header, params: { ...options, type, inner } };
  },
  children: joinedQueries,
  withChildren: withJoinedQueries,
  needs: ({ innerHits }) => ({ ...OTHERS, innerHits: innerHits !== undefined }),
  bind: bindHasChild,
};

const OTHERS: QueryNeeds = { ...HEAVY, otherDocuments: true };

function defaults(): Options {
  return {
    ...joinDefaults(),
    type: undefined,
    scoreMode: 'none',
    minChildren: 1,
    maxChildren: Number.POSITIVE_INFINITY,
  };
}

function readers(options: Options, context: QueryParseContext): OptionReaders {
  return {
    ...joinReaders(options, context),
    type: intoDraft(options, 'type', textOf),
    score_mode: intoDraft(options, 'scoreMode', scoreModeOf),
    min_children: intoDraft(options, 'minChildren', integerOf),
    max_children: intoDraft(options, 'maxChildren', integerOf),
  };
}

function checkCounts({ minChildren, maxChildren }: Options): void {
  if (minChildren < 0)
    throw illegalArgument("[has_child] requires non-negative 'min_children' field");
  if (maxChildren < 0)
    throw illegalArgument("[has_child] requires non-negative 'max_children' field");
  if (maxChildren < minChildren) {
    throw illegalArgument("[has_child] 'max_children' is less than 'min_children'");
  }
}

type Bound = Options & { readonly type: string; readonly inner: QueryNode };

function bindHasChild(options: Bound, shard: QueryShardContext): Query {
  const { type, inner, scoreMode, ignoreUnmapped, innerHits } = options;
  const family = joinField(shard);
  const parent = family && parentOf(family, type);
  if (!family || parent === undefined) {
    if (ignoreUnmapped) return matchNoneQuery(`no child [${type}]`);
    throw new ApiError(
      'query_shard_exception',
      family
        ? `[has_child] join field [${family.name}] doesn't hold [${type}] as a child`
        : `[has_child] no join field has been configured`,
    );
  }
  const field = parentIds(family, parent);
  const children: InnerHitsDefinition[] = [];
  const query = bindQuery(inner, { ...shard, innerHits: children });
  const kind = ofRelations(family, [type]);
  if (innerHits) {
    addInnerHits(shard.innerHits, {
      options: innerHits,
      called: type,
      query: booleanQuery({ must: [query], filter: [kind] }),
      join: { kind: 'same_term', field, matching: (term) => termQuery(field, term) },
      children,
    });
  }
  return termJoinQuery({
    field,
    from: booleanQuery({ must: [query], filter: [kind] }),
    to: ofRelations(family, [parent]),
    scoreMode,
    minCount: Math.max(1, options.minChildren),
    maxCount: options.maxChildren,
  });
}
