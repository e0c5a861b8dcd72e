/** True if an aggregation's script reads `_score`. */
import type { AggregationNode } from '../aggregation_node.js';
import type { ValuesOptions } from '../values/values_options.js';

export function scriptScores({ options }: AggregationNode<Pick<ValuesOptions, 'script'>>): boolean {
  const { script } = options;
  // The source of a stored script is known only where it is compiled.
  return script !== undefined && (script.type === 'stored' || script.idOrCode.includes('_score'));
}
