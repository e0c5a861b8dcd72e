/** Selects the marks of a query that apply to a field. */
import type { Mark, SpanMark } from '@skein/search_library';
import type { HighlightTarget } from './contract.js';

/**
 * With `require_field_match`, `ofSpans` selects from words near each other, which may be of several
 * fields. Marks of `_id` are excluded, because ids are terms of another kind.
 */
export function marksOfField(
  { field, options, marks }: HighlightTarget,
  ofSpans: (mark: SpanMark, field: string) => readonly Mark[],
): readonly Mark[] {
  const { name } = field.spec;
  if (!options.requireFieldMatch) return marks.filter((mark) => mark.field !== '_id');
  return marks.flatMap((mark) => {
    if (mark.kind === 'spans') return ofSpans(mark, name);
    return mark.field === name ? [mark] : [];
  });
}
