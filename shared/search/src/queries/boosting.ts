/** `boosting`: matches of `positive`, those that match `negative` too demoted by `negative_boost`. */
import { demotingQuery } from '../execution/demoting_query.js';
import { bindQuery } from './bind_query.js';
import { canMatch } from './can_match.js';
import { readOptions } from './header.js';
import { floatOf } from './options.js';
import type { QueryNode, QueryType } from './query_node.js';
import { parsingError } from './query_parse_context.js';

export const boosting: QueryType = {
  name: 'boosting',
  parse(body, context) {
    let positive: QueryNode | undefined;
    let negative: QueryNode | undefined;
    let negativeBoost = -1;
    const header = readOptions(
      { query: 'boosting', options: body, context },
      {
        positive: {
          object: (json) => {
            positive = context.parse(json);
          },
        },
        negative: {
          object: (json) => {
            negative = context.parse(json);
          },
        },
        negative_boost: (json) => {
          negativeBoost = floatOf(json);
        },
      },
    );
    if (!positive)
      throw parsingError(context, "[boosting] query requires 'positive' query to be set'", body);
    if (!negative)
      throw parsingError(context, "[boosting] query requires 'negative' query to be set'", body);
    if (negativeBoost < 0) {
      const reason = "[boosting] query requires 'negative_boost' to be set to be a positive value'";
      throw parsingError(context, reason, body);
    }
    const [liked, disliked] = [positive, negative];
    return {
      ...header,
      toQuery: (shard) =>
        demotingQuery(bindQuery(liked, shard), bindQuery(disliked, shard), negativeBoost),
      canMatch: (point) => canMatch(liked, point),
    };
  },
};
