/** `span_multi`: the positions of the terms that a pattern matches. */
import { ApiError } from '@skein/errors';
import type { MappedField } from '@skein/mapping';
import {
  isColumnPattern,
  isMultiTerm,
  isRewrittenTerms,
  noSpansQuery,
  type Query,
  type SpanQuery,
  spanMultiTermQuery,
} from '@skein/search_library';
import { beginningSpans } from '../../text/beginning_spans.js';
import { bindQuery } from '../bind_query.js';
import { LOOSE, readOptions } from '../header.js';
import { prefixOf } from '../prefix.js';
import type { QueryNode } from '../query_node.js';
import { parsingError } from '../query_parse_context.js';
import type { QueryShardContext } from '../query_shard_context.js';
import { HEAVY, type QueryType } from '../query_type.js';
import { mostTerms } from '../rewrite_method.js';
import { requiredPart } from './span_clause.js';

export const span_multi: QueryType<Params> = {
  name: 'span_multi',
  parse(body, context) {
    let match: QueryNode | undefined;
    const header = readOptions(
      { query: 'span_multi', options: body, context, manners: LOOSE },
      {
        match: {
          object: (json) => {
            match = context.parse(json);
            if (context.familyOf(match) === 'multi_term') return;
            const reason = '[span_multi] [match] must be of type multi term query';
            throw parsingError(context, reason, json);
          },
        },
      },
    );
    const inner = requiredPart(
      match,
      '[span_multi] must have [match] multi term query clause',
      context,
    );
    return { ...header, params: { inner } };
  },
  family: 'span',
  children: ({ inner }) => [inner],
  withChildren: (params, [inner = params.inner]) => ({ inner }),
  needs: () => HEAVY,
  bind: ({ inner }, shard) =>
    indexedBeginning(inner, shard) ?? spansOf(bindQuery(inner, shard), inner),
};

interface Params {
  readonly inner: QueryNode;
}

/**
 * The spans of a prefix in a field that indexes prefixes, or of its own words if the prefix is not
 * one of them.
 */
function indexedBeginning(inner: QueryNode, shard: QueryShardContext): SpanQuery | undefined {
  const asked = prefixOf(inner);
  const field = asked && shard.mapping.field(asked.field);
  if (!asked || !field) return undefined;
  if (!field.isText) throw notText(field);
  if (!field.beginnings) return undefined;
  return beginningSpans(field, asked.pattern, mostTerms(asked.rewrite));
}

function notText({ name, typeName }: MappedField): ApiError {
  return new ApiError(
    'illegal_argument_exception',
    `Can only use span prefix queries on text fields - not on [${name}] which is of type [${typeName}]`,
  );
}

function spansOf(query: Query, { params }: QueryNode): SpanQuery {
  // All types of the family `multi_term` have the parameter.
  if (query.isNothing === true) return noSpansQuery((params as { readonly field: string }).field);
  if (isColumnPattern(query)) return spanMultiTermQuery(query.pattern);
  if (isRewrittenTerms(query)) return spanMultiTermQuery(query.terms, query.size);
  const [inner = query] = query.children ?? [];
  if (isMultiTerm(inner)) return spanMultiTermQuery(inner);
  throw new ApiError(
    'unsupported_operation_exception',
    `unsupported inner query [${query}], should be a multi term query`,
  );
}
