/**
 * `dis_max`: documents that match any query, scored by the best one plus a share (`tie_breaker`) of
 * the others.
 */

import type { JsonValue } from '@skein/content';
import { disjunctionMaxQuery } from '@skein/search_library';
import { bindQuery } from './bind_query.js';
import { parseClauses } from './clauses.js';
import { type Manners, readOptions } from './header.js';
import { intoDraft } from './into_draft.js';
import { floatOf } from './options.js';
import type { QueryNode } from './query_node.js';
import { parsingError, type QueryParseContext } from './query_parse_context.js';
import { LIGHT, type QueryType } from './query_type.js';

interface Params {
  readonly queries: readonly QueryNode[];
  readonly tieBreaker: number;
}

const MANNERS: Manners = { null: 'value', object: 'unsupported', array: 'unsupported' };

export const dis_max: QueryType<Params> = {
  name: 'dis_max',
  parse(body, context) {
    const queries: QueryNode[] = [];
    const draft = { tieBreaker: 0 };
    const header = readOptions(
      { query: 'dis_max', options: body, context, manners: MANNERS },
      {
        queries: {
          object: (json) => queries.push(context.parse(json)),
          array: (json) => {
            for (const query of listOf(json, context)) queries.push(query);
          },
        },
        tie_breaker: intoDraft(draft, 'tieBreaker', floatOf),
      },
    );
    const { tieBreaker } = draft;
    if (queries.length === 0) {
      const reason = "[dis_max] requires 'queries' field with at least one clause";
      throw parsingError(context, reason, body);
    }
    return { ...header, params: { queries, tieBreaker } };
  },
  children: ({ queries }) => queries,
  withChildren: (params, queries) => ({ ...params, queries }),
  needs: () => LIGHT,
  bind: ({ queries, tieBreaker }, shard) =>
    disjunctionMaxQuery(
      queries.map((query) => bindQuery(query, shard)),
      tieBreaker,
    ),
};

/** The parser starts at the opening bracket, so a query must follow it. */
function listOf(
  [first = null, ...others]: readonly JsonValue[],
  context: QueryParseContext,
): readonly QueryNode[] {
  return [context.parse(first), ...parseClauses(others, context)];
}
