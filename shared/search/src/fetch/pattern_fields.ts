/** The fields that a pattern stands for, by the names they are shown with: an alias keeps its own. */
import { simpleMatch } from '@skein/base';
import type { MappedField } from '@skein/mapping';
import type { SearchMapping } from '../execution/search_mapping.js';

export type NamedField = readonly [name: string, field: MappedField];

/** Patterns of a mapping that are kept: a hit asks for the same ones as the hit before it. */
const MOST_KEPT = 64;

const known = new WeakMap<SearchMapping, Map<string, readonly NamedField[]>>();

/** A name stands for itself, a pattern for what the mapping lists: metadata fields are not among it. */
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
