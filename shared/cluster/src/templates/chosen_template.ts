/** Which composable template an index begins with. */
import { simpleMatch } from '@skein/base';
import type { ClusterState } from '../state/cluster_state.js';
import { type ComposableTemplate, priorityOf } from '../state/composable_template.js';

/** The match of the highest priority; a hidden index is for templates that mean it, not for those of all indices. */
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
