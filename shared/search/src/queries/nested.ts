/** `nested`: documents selected by the objects of a nested path, each matched separately. */
import { checkMaximum } from '@skein/reading';
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
  withJoinedQueries,
} from '../inner_hits/parse_inner_hits.js';
import { bindQuery } from './bind_query.js';
import { LOOSE, readOptions } from './header.js';
import { type Draft, intoDraft } from './into_draft.js';
import { joinDefaults, joinReaders, missingOption, scoreModeOf } from './join_options.js';
import { checkNestedPath, inNested } from './nested_path.js';
import { textOf } from './options.js';
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
    const draft: Draft<Pick<NestedOptions, 'path' | 'scoreMode'>, 'path'> = {
      path: undefined,
      scoreMode: 'avg',
    };
    const options = joinDefaults();
    const header = readOptions(
      { query: 'nested', options: body, context, manners: LOOSE },
      {
        path: intoDraft(draft, 'path', textOf),
        score_mode: intoDraft(draft, 'scoreMode', scoreModeOf),
        ...joinReaders(options, context),
      },
    );
    const { path, scoreMode } = draft;
    const { inner } = options;
    if (path === undefined) throw missingOption('nested', 'path');
    if (inner === undefined) throw missingOption('nested', 'query');
    return { ...header, params: { ...options, path, inner, scoreMode } };
  },
  children: joinedQueries,
  withChildren: withJoinedQueries,
  needs: ({ innerHits }) => ({ ...HEAVY, innerHits: innerHits !== undefined }),
  bind: bindNested,
};

const DEPTH = {
  setting: 'index.query.max_nested_depth',
  fallback: 20,
  what: (depth: number) => `The depth of Nested Query is [${depth}]`,
};

function bindNested(options: NestedOptions, shard: QueryShardContext): Query {
  const { path, inner, scoreMode, ignoreUnmapped, innerHits } = options;
  if (!shard.mapping.hasObject(path) && ignoreUnmapped) {
    return matchNoneQuery(`no nested object [${path}]`);
  }
  checkNestedPath(path, shard);
  const inside = inNested(shard, path);
  checkMaximum(shard, inside.nestedDepth ?? 0, DEPTH);
  const parent = shard.nestedPath;
  const children: InnerHitsDefinition[] = [];
  const query = bindQuery(inner, { ...inside, innerHits: children });
  if (innerHits) {
    addInnerHits(shard.innerHits, {
      options: innerHits,
      called: path,
      query,
      join: { kind: 'same_block', path, parent },
      children,
    });
  }
  return blockJoinQuery(query, { path, parent, scoreMode });
}
