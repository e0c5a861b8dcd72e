/** `field_masking_span`: spans of one field that can be combined with spans of another. */
import { fieldMaskingSpanQuery } from '@skein/search_library';
import { fieldNameMissing, requireFieldName } from '../field_query.js';
import { OF_SPANS, readOptions } from '../header.js';
import { intoDraft } from '../into_draft.js';
import { textOf } from '../options.js';
import type { QueryNode } from '../query_node.js';
import { HEAVY, type QueryType } from '../query_type.js';
import { bindSpan, requiredPart, spanInto } from './span_clause.js';

export const field_masking_span = maskingType('field_masking_span');
/** OpenSearch accepts both names. */
export const span_field_masking = maskingType('span_field_masking');

/** The name in messages, whichever name was used. */
const SHOWN = 'span_field_masking';

interface Params {
  readonly inner: QueryNode;
  readonly field: string;
}

function maskingType(name: string): QueryType<Params> {
  return {
    name,
    parse(body, context) {
      const draft: { inner?: QueryNode; field?: string } = {};
      const header = readOptions(
        { query: SHOWN, options: body, context, manners: OF_SPANS },
        {
          query: spanInto(draft, 'inner', { place: `[${SHOWN}] query`, context }),
          field: intoDraft(draft, 'field', textOf),
        },
      );
      const { inner, field } = draft;
      const masked = requiredPart(inner, `${SHOWN} must have [query] span query clause`, context);
      const shown = requiredPart(field, `${SHOWN} must have [field] set for it`, context);
      requireFieldName(shown, fieldNameMissing);
      return { ...header, params: { inner: masked, field: shown } };
    },
    family: 'span',
    children: ({ inner }) => [inner],
    withChildren: (params, [inner = params.inner]) => ({ ...params, inner }),
    needs: () => HEAVY,
    bind: ({ inner, field }, shard) =>
      fieldMaskingSpanQuery(bindSpan(inner, shard), shard.mapping.field(field)?.spec.name ?? field),
  };
}
