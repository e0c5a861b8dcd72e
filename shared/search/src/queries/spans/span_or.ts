/** `span_or`: the spans of any of several queries. */
import { spanOrQuery } from '@skein/search_library';
import { type Manners, readOptions } from '../header.js';
import { type Draft, intoDraft } from '../into_draft.js';
import type { QueryNode } from '../query_node.js';
import { parsingError } from '../query_parse_context.js';
import { HEAVY, type QueryType } from '../query_type.js';
import { bindSpan, parseSpans } from './span_clause.js';

export const span_or: QueryType<Params> = {
  name: 'span_or',
  parse(body, context) {
    const draft: Draft<Params> = { clauses: [] };
    const header = readOptions(
      { query: 'span_or', options: body, context, manners: MANNERS },
      {
        clauses: {
          array: intoDraft(draft, 'clauses', (json) =>
            parseSpans(json, 'span_or [clauses]', context),
          ),
        },
      },
    );
    const { clauses } = draft;
    if (clauses.length === 0) throw parsingError(context, 'span_or must include [clauses]', body);
    return { ...header, params: { clauses } };
  },
  family: 'span',
  children: ({ clauses }) => clauses,
  withChildren: (_, clauses) => ({ clauses }),
  needs: () => HEAVY,
  bind: ({ clauses }, shard) => spanOrQuery(clauses.map((clause) => bindSpan(clause, shard))),
};

interface Params {
  readonly clauses: readonly QueryNode[];
}

const MANNERS: Manners = { null: 'value', object: 'value', array: 'unsupported' };
