/** `span_first`: spans at the beginning of a field. */
import { ApiError } from '@skein/errors';
import { spanFirstQuery } from '@skein/search_library';
import { OF_SPANS, readOptions } from '../header.js';
import { intoDraft } from '../into_draft.js';
import { integerOf } from '../options.js';
import type { QueryNode } from '../query_node.js';
import { HEAVY, type QueryType } from '../query_type.js';
import { bindSpan, requiredPart, spanInto } from './span_clause.js';

export const span_first: QueryType<Params> = {
  name: 'span_first',
  parse(body, context) {
    const draft: { inner?: QueryNode; end?: number } = {};
    const header = readOptions(
      { query: 'span_first', options: body, context, manners: OF_SPANS },
      {
        match: spanInto(draft, 'inner', { place: 'span_first [match]', context }),
        end: intoDraft(draft, 'end', integerOf),
      },
    );
    const { end } = draft;
    const inner = requiredPart(
      draft.inner,
      'span_first must have [match] span query clause',
      context,
    );
    const last = requiredPart(end, 'span_first must have [end] set for it', context);
    if (last < 0) {
      throw new ApiError('illegal_argument_exception', 'parameter [end] needs to be positive.');
    }
    return { ...header, params: { inner, end: last } };
  },
  family: 'span',
  children: ({ inner }) => [inner],
  withChildren: (params, [inner = params.inner]) => ({ ...params, inner }),
  needs: () => HEAVY,
  bind: ({ inner, end }, shard) => spanFirstQuery(bindSpan(inner, shard), end),
};

interface Params {
  readonly inner: QueryNode;
  readonly end: number;
}
