/** `span_not`: spans that do not overlap certain others and are not near them. */

import { spanNotQuery } from '@skein/search_library';
import { OF_SPANS, readOptions } from '../header.js';
import { intoDraft } from '../into_draft.js';
import { integerOf } from '../options.js';
import type { QueryNode } from '../query_node.js';
import { parsingError } from '../query_parse_context.js';
import { HEAVY, type QueryType } from '../query_type.js';
import { bindSpan, requiredPart, spanInto } from './span_clause.js';

export const span_not: QueryType<Params> = {
  name: 'span_not',
  parse(body, context) {
    const draft: {
      include?: QueryNode;
      exclude?: QueryNode;
      dist?: number;
      pre?: number;
      post?: number;
    } = {};
    const header = readOptions(
      { query: 'span_not', options: body, context, manners: OF_SPANS },
      {
        include: spanInto(draft, 'include', { place: 'span_not [include]', context }),
        exclude: spanInto(draft, 'exclude', { place: 'span_not [exclude]', context }),
        dist: intoDraft(draft, 'dist', integerOf),
        pre: intoDraft(draft, 'pre', integerOf),
        post: intoDraft(draft, 'post', integerOf),
      },
    );
    const { include, exclude, dist, pre, post } = draft;
    const wanted = requiredPart(include, 'span_not must have [include] span query clause', context);
    const unwanted = requiredPart(
      exclude,
      'span_not must have [exclude] span query clause',
      context,
    );
    if (dist !== undefined && (pre !== undefined || post !== undefined)) {
      const reason = 'span_not can either use [dist] or [pre] & [post] (or none)';
      throw parsingError(context, reason, body);
    }
    const distances = { pre: Math.max(0, dist ?? pre ?? 0), post: Math.max(0, dist ?? post ?? 0) };
    return { ...header, params: { include: wanted, exclude: unwanted, distances } };
  },
  family: 'span',
  children: ({ include, exclude }) => [include, exclude],
  withChildren: (params, [include = params.include, exclude = params.exclude]) => ({
    ...params,
    include,
    exclude,
  }),
  needs: () => HEAVY,
  bind: ({ include, exclude, distances }, shard) =>
    spanNotQuery(bindSpan(include, shard), bindSpan(exclude, shard), distances),
};

interface Params {
  readonly include: QueryNode;
  readonly exclude: QueryNode;
  readonly distances: { readonly pre: number; readonly post: number };
}
