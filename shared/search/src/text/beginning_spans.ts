/** The positions of words with a given prefix. */
import { utf8 } from '@skein/bytes';
import type { MappedField } from '@skein/mapping';
import {
  fieldMaskingSpanQuery,
  prefixQuery,
  type SpanQuery,
  spanMultiTermQuery,
  spanTermQuery,
} from '@skein/search_library';

/** `most` limits the number of words, if they are looked up. */
export function beginningSpans(
  { spec: { name }, beginnings }: MappedField,
  beginning: string,
  most?: number,
): SpanQuery {
  if (beginnings?.hasPositions !== true || !beginnings.holds(beginning)) {
    return spanMultiTermQuery(prefixQuery(name, utf8(beginning)), most);
  }
  const term = spanTermQuery(beginnings.field, utf8(beginning));
  // Only words of the field itself are highlighted; prefixes belong to another field.
  return fieldMaskingSpanQuery({ ...term, words: [] }, name);
}
