/** What of a query is marked in a field. */
import type { Mark } from '@skein/search_library';
import type { HighlightTarget } from './contract.js';

/** Ids are terms of another kind. */
export function marksOfField({ field, options, marks }: HighlightTarget): readonly Mark[] {
  const { name } = field.spec;
  if (options.requireFieldMatch) return marks.filter((mark) => mark.field === name);
  return marks.filter((mark) => mark.field !== '_id');
}
