/** `field_masking_span`: spans of one field that combine with those of another. */
import { fieldMaskingSpanQuery } from '@skein/search_library';
import { fieldNameMissing, requireFieldName } from '../field_query.js';
import { readOptions } from '../header.js';
import { textOf } from '../options.js';
import type { QueryNode, QueryType } from '../query_node.js';
import { bindSpan, parseSpan, requiredPart } from './span_clause.js';

export const field_masking_span = maskingType('field_masking_span');
/** The reference knows it by both names. */
export const span_field_masking = maskingType('span_field_masking');

/** Its name in messages, whichever way it was called. */
const SHOWN = 'span_field_masking';

function maskingType(name: string): QueryType {
  return {
    name,
    parse(body, context) {
      let inner: QueryNode | undefined;
      let field: string | undefined;
      const header = readOptions(
        { query: SHOWN, options: body, context },
        {
          query: {
            object: (json) => {
              inner = parseSpan(json, `[${SHOWN}] query`, context);
            },
          },
          field: (json) => {
            field = textOf(json);
          },
        },
      );
      const masked = requiredPart<QueryNode>(
        inner,
        `${SHOWN} must have [query] span query clause`,
        context,
      );
      const shown = requiredPart<string>(field, `${SHOWN} must have [field] set for it`, context);
      requireFieldName(shown, fieldNameMissing);
      return {
        ...header,
        toQuery: (shard) =>
          fieldMaskingSpanQuery(
            bindSpan(masked, shard),
            shard.mapping.field(shown)?.spec.name ?? shown,
          ),
      };
    },
  };
}
