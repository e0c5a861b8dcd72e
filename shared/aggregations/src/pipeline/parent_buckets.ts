/** The buckets a parent pipeline runs over, and what it reads of each. */
import { expectDefined } from '@skein/base';
import type { BucketKey } from '../aggregation_type.js';
import type { PipelineGround } from '../pipeline_type.js';
import type { BucketPath } from './bucket_path.js';
import { type GapPolicy, valueOrGap } from './gap_policy.js';

export interface ParentBuckets {
  /** All of them, dropped ones too. */
  readonly count: number;
  /** Owner by owner: the buckets that are left, in their order. */
  eachOwner(visit: (buckets: Uint32Array) => void): void;
  /** `undefined`: the path leads nowhere from there. NaN: there is no value. */
  value(bucket: number, path: BucketPath, policy: GapPolicy): number | undefined;
  key(bucket: number): BucketKey;
}

export function parentBuckets({ level, parent, scope }: PipelineGround): ParentBuckets {
  const { node, part, columns } = expectDefined(parent, 'checked when the request was read');
  const { tree } = level;
  const type = tree.aggregation(node);
  const key = (bucket: number) =>
    expectDefined(type.bucketKey?.(node, part, bucket), 'checked when the request was read');
  const inside = node.name;
  return {
    count: columns.counts.length,
    eachOwner(visit) {
      for (let owner = 0; owner + 1 < columns.starts.length; owner++) {
        visit(tree.shown(node, columns, owner));
        scope.checkCancelled();
      }
    },
    value: (bucket, path, policy) => {
      const count = columns.counts[bucket] as number;
      return valueOrGap({ level, bucket, count, inside, key: () => key(bucket) }, path, policy);
    },
    key,
  };
}
