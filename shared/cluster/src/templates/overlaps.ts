/** Finds templates whose patterns match the same names as others. */
import type { ClusterState } from '../state/cluster_state.js';
import { type ComposableTemplate, priorityOf } from '../state/composable_template.js';
import { anyOverlap } from './patterns.js';

export interface Overlapping {
  readonly name: string;
  readonly patterns: readonly string[];
}

/** Legacy templates whose patterns overlap these, sorted by name. */
export function overlappingLegacy(
  { metadata }: ClusterState,
  patterns: readonly string[],
): readonly Overlapping[] {
  return byName(
    [...metadata.templates.values()].filter((one) => anyOverlap(one.patterns, patterns)),
  );
}

/**
 * Composable templates other than `name` whose patterns overlap, of the given priority or of any,
 * sorted by name.
 */
export function overlappingComposable(
  { metadata }: ClusterState,
  { name, patterns, priority }: Overlapping & { readonly priority?: number },
): readonly ComposableTemplate[] {
  const others = [...metadata.indexTemplates.values()].filter(
    (one) =>
      one.name !== name &&
      (priority === undefined || priorityOf(one) === priority) &&
      anyOverlap(one.patterns, patterns),
  );
  return byName(others);
}

/** The templates as messages list them: `a => [x, y],b => [z]`. */
export function shownPatterns(templates: readonly Overlapping[]): string {
  return templates.map(({ name, patterns }) => `${name} => [${patterns.join(', ')}]`).join(',');
}

function byName<T extends Overlapping>(templates: readonly T[]): readonly T[] {
  return [...templates].sort((a, b) => (a.name < b.name ? -1 : 1));
}
