/** Chooses the composable template that an index is created from. */
import { simpleMatch } from '@skein/base';
import type { ClusterState } from '../state/cluster_state.js';
import { type ComposableTemplate, priorityOf } from '../state/composable_template.js';

/**
 * The matching template with the highest priority. For a hidden index, templates that match all
 * names are skipped.
 */
export function chosenTemplate(
  state: ClusterState,
  indexName: string,
  isHidden = false,
): ComposableTemplate | undefined {
  let best: ComposableTemplate | undefined;
  for (const template of state.metadata.indexTemplates.values()) {
    const matches = template.patterns.some((pattern) => simpleMatch(pattern, indexName));
    if (!matches || (isHidden && template.patterns.includes('*'))) continue;
    if (best === undefined || priorityOf(template) > priorityOf(best)) best = template;
  }
  return best;
}
