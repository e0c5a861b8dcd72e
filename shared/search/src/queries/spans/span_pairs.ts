/** `span_containing` and `span_within`: big spans that contain little ones, and vice versa. */
import { type SpanQuery, spanContainingQuery, spanWithinQuery } from '@skein/search_library';
import { OF_SPANS, readOptions } from '../header.js';
import type { QueryNode } from '../query_node.js';
import { HEAVY, type QueryType } from '../query_type.js';
import { bindSpan, requiredPart, spanInto } from './span_clause.js';

export const span_containing = pairType('span_containing', spanContainingQuery);
export const span_within = pairType('span_within', spanWithinQuery);

interface Pair {
  readonly big: SpanQuery;
  readonly little: SpanQuery;
}

interface Params {
  readonly big: QueryNode;
  readonly little: QueryNode;
}

function pairType(name: string, build: (pair: Pair) => SpanQuery): QueryType<Params> {
  return {
    name,
    parse(body, context) {
      const draft: { big?: QueryNode; little?: QueryNode } = {};
      const header = readOptions(
        { query: name, options: body, context, manners: OF_SPANS },
        {
          big: spanInto(draft, 'big', { place: `${name} [big]`, context }),
          little: spanInto(draft, 'little', { place: `${name} [little]`, context }),
        },
      );
      const { big, little } = draft;
      const outer = requiredPart(big, `${name} must include [big]`, context);
      const inner = requiredPart(little, `${name} must include [little]`, context);
      return { ...header, params: { big: outer, little: inner } };
    },
    family: 'span',
    children: ({ big, little }) => [big, little],
    withChildren: (params, [big = params.big, little = params.little]) => ({ big, little }),
    needs: () => HEAVY,
    bind: ({ big, little }, shard) =>
      build({ big: bindSpan(big, shard), little: bindSpan(little, shard) }),
  };
}
