/** `parent_id`: the children of one parent. */
import { utf8 } from '@skein/bytes';
import { ApiError } from '@skein/errors';
import { booleanQuery, matchNoneQuery, type Query, termQuery } from '@skein/search_library';
import { BY_NAME, readOptions } from './header.js';
import { type Draft, intoDraft } from './into_draft.js';
import { joinField, ofRelations, parentIds, parentOf } from './join_family.js';
import { booleanOf, textOf } from './options.js';
import type { QueryShardContext } from './query_shard_context.js';
import { HEAVY, LEAF, type QueryType } from './query_type.js';

interface Options {
  readonly type: string | undefined;
  readonly id: string | undefined;
  readonly ignoreUnmapped: boolean;
}

export const parent_id: QueryType<Options> = {
  name: 'parent_id',
  parse(body, context) {
    const draft: Draft<Options> = { type: undefined, id: undefined, ignoreUnmapped: false };
    const header = readOptions(
      { query: 'parent_id', options: body, context, manners: BY_NAME },
      {
        type: intoDraft(draft, 'type', textOf),
        id: intoDraft(draft, 'id', textOf),
        ignore_unmapped: intoDraft(draft, 'ignoreUnmapped', booleanOf),
      },
    );
    const { type, id, ignoreUnmapped } = draft;
    return { ...header, params: { type, id, ignoreUnmapped } };
  },
  ...LEAF,
  needs: () => HEAVY,
  bind: bindParentId,
};

function bindParentId({ type, id, ignoreUnmapped }: Options, shard: QueryShardContext): Query {
  const family = joinField(shard);
  const parent = family && type !== undefined ? parentOf(family, type) : undefined;
  if (!family || type === undefined || parent === undefined) {
    if (ignoreUnmapped) return matchNoneQuery(`no child [${type ?? 'null'}]`);
    throw new ApiError(
      'query_shard_exception',
      family
        ? `[parent_id] no relation found for child [${type ?? 'null'}]`
        : `[parent_id] no join field found for index [${shard.indexName}]`,
    );
  }
  if (id === undefined) {
    throw new ApiError('illegal_argument_exception', "[parent_id] requires 'id' field");
  }
  return booleanQuery({
    must: [termQuery(parentIds(family, parent), utf8(id))],
    filter: [ofRelations(family, [type])],
  });
}
