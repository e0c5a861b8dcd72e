/**
 * `span_gap`: unmatched positions between the clauses of a `span_near`. It has no spans of its own.
 */
import { ApiError } from '@skein/errors';
import { integerOf } from '../options.js';
import type { QueryNode } from '../query_node.js';
import { parsingError } from '../query_parse_context.js';
import { HEAVY, isOfType, LEAF, type QueryType } from '../query_type.js';

export interface SpanGap {
  readonly field: string;
  readonly width: number;
}

export const span_gap: QueryType<SpanGap> = {
  name: 'span_gap',
  parse(body, context) {
    const [[field, width = null] = ['', 0], second] = Object.entries(body);
    if (second !== undefined) {
      const reason = `[span_gap] query doesn't support multiple fields, found [${field}] and [${second[0]}]`;
      throw parsingError(context, reason, body);
    }
    if (field === '') {
      const reason = '[span_gap] field name is null or empty';
      throw new ApiError('illegal_argument_exception', reason);
    }
    return { boost: 1, name: undefined, params: { field, width: integerOf(width) } };
  },
  family: 'span',
  ...LEAF,
  needs: () => HEAVY,
  bind: () => {
    const reason = '[span_gap] can only be a clause of a span_near query';
    throw new ApiError('unsupported_operation_exception', reason);
  },
};

/** Returns `undefined` for other queries. */
export function gapOf(node: QueryNode): SpanGap | undefined {
  return isOfType(node, span_gap) ? node.params : undefined;
}
