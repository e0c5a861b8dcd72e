/** `nested`: documents selected by the objects of a nested path, each matched separately. */
import { ApiError } from '@skein/errors';
import {
  blockJoinQuery,
  type JoinScoreMode,
  matchNoneQuery,
  type Query,
} from '@skein/search_library';
import { addInnerHits } from '../inner_hits/add_inner_hits.js';
import type { InnerHitsDefinition } from '../inner_hits/inner_hits.js';
import {
  type InnerHitsOptions,
  joinedQueries,
  parseInnerHits,
  withJoinedQueries,
} from '../inner_hits/parse_inner_hits.js';
import { bindQuery } from './bind_query.js';
import { LOOSE, readOptions } from './header.js';
import { scoreModeOf } from './join_options.js';
import { checkNestedPath } from './nested_path.js';
import { booleanOf, textOf } from './options.js';
import type { QueryNode } from './query_node.js';
import type { QueryShardContext } from './query_shard_context.js';
import { HEAVY, type QueryType } from './query_type.js';

interface NestedOptions {
  readonly path: string;
  readonly inner: QueryNode;
  readonly scoreMode: JoinScoreMode;
  readonly ignoreUnmapped: boolean;
  readonly innerHits: InnerHitsOptions | undefined;
}

export const nested: QueryType<NestedOptions> = {
  name: 'nested',
  parse(body, context) {
    let path: string | undefined;
    let inner: QueryNode | undefined;
    let scoreMode: JoinScoreMode = 'avg';
    let ignoreUnmapped = false;
    let innerHits: InnerHitsOptions | undefined;
    const header = readOptions(
      { query: 'nested', options: body, context, manners: LOOSE },
      {
        path: (json) => {
          path = textOf(json);
        },
        query: {
          object: (json) => {
            inner = context.parse(json);
          },
        },
        score_mode: (json) => {
          scoreMode = scoreModeOf(json);
        },
        ignore_unmapped: (json) => {
          ignoreUnmapped = booleanOf(json);
        },
        inner_hits: {
          object: (json) => {
            innerHits = parseInnerHits(json, context);
          },
        },
      },
    );
    if (path === undefined) throw required('path');
    if (inner === undefined) throw required('query');
    return { ...header, params: { path, inner, scoreMode, ignoreUnmapped, innerHits } };
  },
  children: joinedQueries,
  withChildren: withJoinedQueries,
  needs: ({ innerHits }) => ({ ...HEAVY, innerHits: innerHits !== undefined }),
  bind: bindNested,
};

function required(option: string): ApiError {
  return new ApiError('illegal_argument_exception', `[nested] requires '${option}' field`);
}

function bindNested(options: NestedOptions, shard: QueryShardContext): Query {
  const { path, inner, scoreMode, ignoreUnmapped, innerHits } = options;
  if (!shard.mapping.hasObject(path) && ignoreUnmapped) {
    return matchNoneQuery(`no nested object [${path}]`);
  }
  checkNestedPath(path, shard);
  const parent = shard.nestedPath;
  const children: InnerHitsDefinition[] = [];
  const query = bindQuery(inner, { ...shard, nestedPath: path, innerHits: children });
  if (innerHits) {
    const { settings } = shard;
    addInnerHits(shard.innerHits, {
      options: innerHits,
      settings,
      called: path,
      query,
      join: { kind: 'same_block', path, parent },
      children,
    });
  }
  return blockJoinQuery(query, { path, parent, scoreMode });
}
