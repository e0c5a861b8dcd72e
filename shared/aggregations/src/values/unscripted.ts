import type { AggregationNode } from '../aggregation_node.js';
import type { ValuesOptions } from './values_options.js';

/** True if an aggregation reads the values of a field, without a script. */
export function isUnscripted({ options }: AggregationNode<Pick<ValuesOptions, 'script'>>): boolean {
  return options.script === undefined;
}
