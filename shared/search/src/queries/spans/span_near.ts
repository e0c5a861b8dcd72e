/** `span_near`: spans near each other, in order or not. */
import { spanNearQuery } from '@skein/search_library';
import { BY_NAME, readOptions } from '../header.js';
import { booleanOf, integerOf } from '../options.js';
import type { QueryNode } from '../query_node.js';
import { parsingError } from '../query_parse_context.js';
import { HEAVY, type QueryType } from '../query_type.js';
import { bindSpan, parseSpans } from './span_clause.js';

export const span_near: QueryType<Params> = {
  name: 'span_near',
  parse(body, context) {
    let clauses: readonly QueryNode[] = [];
    let slop = 0;
    let inOrder = true;
    const header = readOptions(
      { query: 'span_near', options: body, context, manners: BY_NAME },
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
    return { ...header, params: { clauses, slop, inOrder } };
  },
  family: 'span',
  children: ({ clauses }) => clauses,
  withChildren: (params, clauses) => ({ ...params, clauses }),
  needs: () => HEAVY,
  bind: ({ clauses, slop, inOrder }, shard) => {
    const spans = clauses.map((clause) => bindSpan(clause, shard));
    const [only] = spans;
    return spans.length === 1 && only ? only : spanNearQuery(spans, { slop, inOrder });
  },
};

interface Params {
  readonly clauses: readonly QueryNode[];
  readonly slop: number;
  readonly inOrder: boolean;
}
