/** The templates that match an index name, lowest order first; later ones win. */

import { simpleMatch } from '@skein/base';
import type { ClusterState } from './cluster_state.js';
import type { IndexTemplate } from './template.js';

export function matchingTemplates(state: ClusterState, indexName: string): IndexTemplate[] {
  return [...state.metadata.templates.values()]
    .filter((template) => template.patterns.some((pattern) => simpleMatch(pattern, indexName)))
    .sort((a, b) => a.order - b.order || (a.name < b.name ? -1 : 1));
}
