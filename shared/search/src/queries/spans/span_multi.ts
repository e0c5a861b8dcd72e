import { ApiError } from '@skein/errors';
import {
  isMultiTerm,
  isRewrittenTerms,
  type Query,
  type SpanQuery,
  spanMultiTermQuery,
} from '@skein/search_library';
import { bindQuery } from '../bind_query.js';
import { readOptions } from '../header.js';
import type { QueryNode, QueryType } from '../query_node.js';
import { parsingError } from '../query_parse_context.js';
import { requiredPart } from './span_clause.js';

const MULTI_TERM_NAMES: ReadonlySet<string> = new Set(['prefix', 'wildcard', 'regexp', 'fuzzy']);

export const span_multi: QueryType = {
  name: 'span_multi',
  parse(body, context) {
    let match: QueryNode | undefined;
    const header = readOptions(
      { query: 'span_multi', options: body, context },
      {
        match: {
          object: (json) => {
            match = context.parse(json);
            const [name = ''] = Object.keys(json);
            if (MULTI_TERM_NAMES.has(name)) return;
            const reason = '[span_multi] [match] must be of type multi term query';
            throw parsingError(context, reason, json);
          },
        },
      },
    );
    const inner = requiredPart<QueryNode>(
      match,
      '[span_multi] must have [match] multi term query clause',
      context,
    );
    return { ...header, toQuery: (shard) => spansOf(bindQuery(inner, shard)) };
  },
};

function spansOf(query: Query): SpanQuery {
  if (isRewrittenTerms(query)) return spanMultiTermQuery(query.terms, query.size);
  const [inner = query] = query.children ?? [];
  if (isMultiTerm(inner)) return spanMultiTermQuery(inner);
  throw new ApiError(
    'unsupported_operation_exception',
    `unsupported inner query [${query}], should be a multi term query`,
  );
}
