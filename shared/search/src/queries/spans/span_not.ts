/** `span_not`: spans without certain others in them or near them. */

import { spanNotQuery } from '@skein/search_library';
import { readOptions } from '../header.js';
import { integerOf } from '../options.js';
import type { QueryNode, QueryType } from '../query_node.js';
import { parsingError } from '../query_parse_context.js';
import { bindSpan, parseSpan, requiredPart } from './span_clause.js';

export const span_not: QueryType = {
  name: 'span_not',
  parse(body, context) {
    let include: QueryNode | undefined;
    let exclude: QueryNode | undefined;
    let dist: number | undefined;
    let pre: number | undefined;
    let post: number | undefined;
    const header = readOptions(
      { query: 'span_not', options: body, context },
      {
        include: {
          object: (json) => {
            include = parseSpan(json, 'span_not [include]', context);
          },
        },
        exclude: {
          object: (json) => {
            exclude = parseSpan(json, 'span_not [exclude]', context);
          },
        },
        dist: (json) => {
          dist = integerOf(json);
        },
        pre: (json) => {
          pre = integerOf(json);
        },
        post: (json) => {
          post = integerOf(json);
        },
      },
    );
    const wanted = requiredPart<QueryNode>(
      include,
      'span_not must have [include] span query clause',
      context,
    );
    const unwanted = requiredPart<QueryNode>(
      exclude,
      'span_not must have [exclude] span query clause',
      context,
    );
    if (dist !== undefined && (pre !== undefined || post !== undefined)) {
      const reason = 'span_not can either use [dist] or [pre] & [post] (or none)';
      throw parsingError(context, reason, body);
    }
    const distances = { pre: Math.max(0, dist ?? pre ?? 0), post: Math.max(0, dist ?? post ?? 0) };
    return {
      ...header,
      toQuery: (shard) =>
        spanNotQuery(bindSpan(wanted, shard), bindSpan(unwanted, shard), distances),
    };
  },
};
