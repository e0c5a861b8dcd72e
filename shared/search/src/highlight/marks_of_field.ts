/** Selects the marks of a query that apply to a field. */
import type { Mark } from '@skein/search_library';
import type { HighlightTarget } from './contract.js';

/** Marks of `_id` are excluded, because ids are terms of another kind. */
export function marksOfField({ field, options, marks }: HighlightTarget): readonly Mark[] {
  const { name } = field.spec;
  if (options.requireFieldMatch) return marks.filter((mark) => mark.field === name);
  return marks.filter((mark) => mark.field !== '_id');
}
