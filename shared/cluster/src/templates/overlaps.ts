/** Which templates share names with others. */
import type { ClusterState } from '../state/cluster_state.js';
import { type ComposableTemplate, priorityOf } from '../state/composable_template.js';
import { anyOverlap } from './patterns.js';

export interface Overlapping {
  readonly name: string;
  readonly patterns: readonly string[];
}

/** Legacy templates whose patterns share names with these, by name. */
export function overlappingLegacy(
  { metadata }: ClusterState,
  patterns: readonly string[],
): readonly Overlapping[] {
  return byName(
    [...metadata.templates.values()].filter((one) => anyOverlap(one.patterns, patterns)),
  );
}

/** Composable ones other than `name`, of one priority or of any, by name. */
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

/** `a => [x, y],b => [z]`, as messages list them. */
export function shownPatterns(templates: readonly Overlapping[]): string {
  return templates.map(({ name, patterns }) => `${name} => [${patterns.join(', ')}]`).join(',');
}

function byName<T extends Overlapping>(templates: readonly T[]): readonly T[] {
  return [...templates].sort((a, b) => (a.name < b.name ? -1 : 1));
}
