/** `span_near`: spans near each other, in order or not. */
import { spanNearQuery } from '@skein/search_library';
import { readOptions } from '../header.js';
import { booleanOf, integerOf } from '../options.js';
import type { QueryNode, QueryType } from '../query_node.js';
import { parsingError } from '../query_parse_context.js';
import { bindSpan, parseSpans } from './span_clause.js';

export const span_near: QueryType = {
  name: 'span_near',
  parse(body, context) {
    let clauses: readonly QueryNode[] = [];
    let slop = 0;
    let inOrder = true;
    const header = readOptions(
      { query: 'span_near', options: body, context },
      {
        clauses: {
          array: (json) => {
            clauses = parseSpans(json, 'span_near [clauses]', context);
          },
        },
        slop: (json) => {
          slop = integerOf(json);
        },
        in_order: (json) => {
          inOrder = booleanOf(json);
        },
      },
    );
    if (clauses.length === 0) throw parsingError(context, 'span_near must include [clauses]', body);
    return {
      ...header,
      toQuery: (shard) => {
        const spans = clauses.map((clause) => bindSpan(clause, shard));
        const [only] = spans;
        return spans.length === 1 && only ? only : spanNearQuery(spans, { slop, inOrder });
      },
    };
  },
};
