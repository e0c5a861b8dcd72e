/**
 * The fields that a name or pattern of a request selects, with the names that the response shows: a
 * field that is selected by its alias is shown under the alias.
 */
import { simpleMatch } from '@skein/base';
import type { MappedField } from '@skein/mapping';
import type { SearchMapping } from '../execution/search_mapping.js';

export type NamedField = readonly [name: string, field: MappedField];

/** The most patterns cached for each mapping. All hits of a request use the same few patterns. */
const MOST_KEPT = 64;

const known = new WeakMap<SearchMapping, Map<string, readonly NamedField[]>>();

/**
 * A name selects the field itself; a pattern selects fields that the mapping lists, without
 * metadata fields.
 */
export function namedFields(pattern: string, mapping: SearchMapping): readonly NamedField[] {
  if (!pattern.includes('*')) {
    const field = mapping.field(pattern);
    return field ? [[pattern, field]] : [];
  }
  const kept = known.get(mapping) ?? new Map<string, readonly NamedField[]>();
  known.set(mapping, kept);
  const before = kept.get(pattern);
  if (before !== undefined) return before;
  const found = mapping
    .fieldNames()
    .filter((name) => simpleMatch(pattern, name))
    .flatMap((name): readonly NamedField[] => {
      const field = mapping.field(name);
      return field ? [[name, field]] : [];
    });
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(pattern, found);
  return found;
}
