/**
 * `boosting`: matches `positive`; documents that also match `negative` are demoted by
 * `negative_boost`.
 */
import { demotingQuery } from '../execution/demoting_query.js';
import { bindQuery } from './bind_query.js';
import { canMatch } from './can_match.js';
import { LOOSE, readOptions } from './header.js';
import { type Draft, intoDraft } from './into_draft.js';
import { floatOf } from './options.js';
import type { QueryNode } from './query_node.js';
import { parsingError } from './query_parse_context.js';
import { HEAVY, type QueryType } from './query_type.js';

interface Params {
  readonly positive: QueryNode;
  readonly negative: QueryNode;
  readonly negativeBoost: number;
}

export const boosting: QueryType<Params> = {
  name: 'boosting',
  parse(body, context) {
    const draft: Draft<Params, 'positive' | 'negative'> = {
      positive: undefined,
      negative: undefined,
      negativeBoost: -1,
    };
    const header = readOptions(
      { query: 'boosting', options: body, context, manners: LOOSE },
      {
        positive: { object: intoDraft(draft, 'positive', (json) => context.parse(json)) },
        negative: { object: intoDraft(draft, 'negative', (json) => context.parse(json)) },
        negative_boost: intoDraft(draft, 'negativeBoost', floatOf),
      },
    );
    const { positive, negative, negativeBoost } = draft;
    if (!positive)
      throw parsingError(context, "[boosting] query requires 'positive' query to be set'", body);
    if (!negative)
      throw parsingError(context, "[boosting] query requires 'negative' query to be set'", body);
    if (negativeBoost < 0) {
      const reason = "[boosting] query requires 'negative_boost' to be set to be a positive value'";
      throw parsingError(context, reason, body);
    }
    return { ...header, params: { positive, negative, negativeBoost } };
  },
  children: ({ positive, negative }) => [positive, negative],
  withChildren: (params, [positive = params.positive, negative = params.negative]) => ({
    ...params,
    positive,
    negative,
  }),
  needs: () => HEAVY,
  bind: ({ positive, negative, negativeBoost }, shard) =>
    demotingQuery(bindQuery(positive, shard), bindQuery(negative, shard), negativeBoost),
  canMatch: ({ positive }, point) => canMatch(positive, point),
};
