/** `span_or`: the spans of any of several queries. */
import { spanOrQuery } from '@skein/search_library';
import { readOptions } from '../header.js';
import type { QueryNode, QueryType } from '../query_node.js';
import { parsingError } from '../query_parse_context.js';
import { bindSpan, parseSpans } from './span_clause.js';

export const span_or: QueryType = {
  name: 'span_or',
  parse(body, context) {
    let clauses: readonly QueryNode[] = [];
    const header = readOptions(
      { query: 'span_or', options: body, context },
      {
        clauses: {
          array: (json) => {
            clauses = parseSpans(json, 'span_or [clauses]', context);
          },
        },
      },
    );
    if (clauses.length === 0) throw parsingError(context, 'span_or must include [clauses]', body);
    return {
      ...header,
      toQuery: (shard) => spanOrQuery(clauses.map((clause) => bindSpan(clause, shard))),
    };
  },
};
