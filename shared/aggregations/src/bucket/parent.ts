/** `parent`: maps children of a type to their parents, each of which counts once per bucket. */
import { aggregationType } from '../aggregation_type.js';
import { childrenOf } from '../collect/children.js';
import { type JoinOptions, joinTo, readJoin } from './children.js';
import { JoinCollector } from './join_docs.js';
import { SINGLE_BUCKET, type SinglePart } from './single_buckets.js';

export const parent = aggregationType<JoinOptions, SinglePart>({
  ...SINGLE_BUCKET,
  name: 'parent',
  parse: readJoin,
  collector(node, scope) {
    const { child } = node.options;
    const join = joinTo(scope.shard, child);
    const up = join && { ...join, from: [child], to: [join.parent] };
    return new JoinCollector(up, scope.shard, childrenOf(node, scope));
  },
});
