/** The places of words that begin so. */
import { utf8 } from '@skein/bytes';
import type { MappedField } from '@skein/mapping';
import {
  fieldMaskingSpanQuery,
  prefixQuery,
  type SpanQuery,
  spanMultiTermQuery,
  spanTermQuery,
} from '@skein/search_library';

/** `most`: where the words are looked up, so many of them. */
export function beginningSpans(
  { spec: { name }, beginnings }: MappedField,
  beginning: string,
  most?: number,
): SpanQuery {
  if (beginnings?.holds(beginning) !== true) {
    return spanMultiTermQuery(prefixQuery(name, utf8(beginning)), most);
  }
  const term = spanTermQuery(beginnings.field, utf8(beginning));
  // Words of the field itself are shown; beginnings are those of another.
  return fieldMaskingSpanQuery({ ...term, words: [] }, name);
}
