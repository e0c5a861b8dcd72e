/** `span_near`: spans close to each other, ordered or not. */
import { ApiError } from '@skein/errors';
import { type SpanQuery, spanNearQuery } from '@skein/search_library';
import { BY_NAME, readOptions } from '../header.js';
import { type Draft, intoDraft } from '../into_draft.js';
import { NO_MATCHES } from '../match_none.js';
import { booleanOf, integerOf } from '../options.js';
import type { QueryNode } from '../query_node.js';
import { parsingError } from '../query_parse_context.js';
import type { QueryShardContext } from '../query_shard_context.js';
import { HEAVY, type QueryType } from '../query_type.js';
import { bindSpan, parseSpans } from './span_clause.js';
import { gapOf, type SpanGap } from './span_gap.js';

export const span_near: QueryType<Params> = {
  name: 'span_near',
  parse(body, context) {
    const draft: Draft<Params> = { clauses: [], slop: 0, inOrder: true };
    const header = readOptions(
      { query: 'span_near', options: body, context, manners: BY_NAME },
      {
        clauses: {
          array: intoDraft(draft, 'clauses', (json) =>
            parseSpans(json, 'span_near [clauses]', context),
          ),
        },
        slop: intoDraft(draft, 'slop', integerOf),
        in_order: intoDraft(draft, 'inOrder', booleanOf),
      },
    );
    const { clauses, slop, inOrder } = draft;
    if (clauses.length === 0) throw parsingError(context, 'span_near must include [clauses]', body);
    return { ...header, params: { clauses, slop, inOrder } };
  },
  family: 'span',
  children: ({ clauses }) => clauses,
  withChildren: (params, clauses) => ({ ...params, clauses }),
  needs: () => HEAVY,
  bind: ({ clauses, slop, inOrder }, shard) => {
    const { spans, gaps } = partsOf(clauses, shard);
    const [only] = spans;
    if (only === undefined) return NO_MATCHES;
    if (spans.length === 1 && gaps.size === 0) return only;
    if (gaps.size > 0 && !inOrder) {
      const reason = 'Gaps can only be added to ordered near queries';
      throw new ApiError('illegal_argument_exception', reason);
    }
    return spanNearQuery(spans, { slop, inOrder, gaps });
  },
};

/** Successive gaps are merged. */
function partsOf(clauses: readonly QueryNode[], shard: QueryShardContext) {
  const spans: SpanQuery[] = [];
  const gaps = new Map<number, number>();
  const widths: SpanGap[] = [];
  for (const clause of clauses) {
    const gap = gapOf(clause);
    if (gap === undefined) spans.push(bindSpan(clause, shard));
    else {
      widths.push(gap);
      gaps.set(spans.length, (gaps.get(spans.length) ?? 0) + gap.width);
    }
  }
  const [first] = spans;
  const stranger = widths.find(({ field: given }) => {
    const field = shard.mapping.field(given)?.spec.name ?? given;
    return first !== undefined && field !== first.field;
  });
  if (stranger === undefined) return { spans, gaps };
  throw new ApiError('illegal_argument_exception', '[span_near] clauses must have same field');
}

interface Params {
  readonly clauses: readonly QueryNode[];
  readonly slop: number;
  readonly inOrder: boolean;
}
