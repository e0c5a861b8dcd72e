/** The buckets that a parent pipeline runs over, and their values. */
import { expectDefined } from '@skein/base';
import type { BucketKey } from '../aggregation_type.js';
import type { PipelineGround } from '../pipeline_type.js';
import type { BucketPath } from './bucket_path.js';
import { type GapPolicy, valueOrGap } from './gap_policy.js';

export interface ParentBuckets {
  /** The number of all buckets, including dropped ones. */
  readonly count: number;
  /** Visits each owner with its shown buckets, in order. */
  eachOwner(visit: (buckets: Uint32Array, owner: number) => void): void;
  /** The value of a bucket; `undefined` if the path leads nowhere, NaN if there is no value. */
  value(bucket: number, path: BucketPath, policy: GapPolicy): number | undefined;
  key(bucket: number): BucketKey;
  /** The growth of the aggregation that the buckets belong to. */
  readonly growth: BucketSteps;
}

/** Adds buckets after the last one of an owner. */
interface BucketSteps {
  nextKey(key: number, owner: number): number;
  /** Gives an existing bucket another key. */
  putKey(bucket: number, key: number): void;
  add(owner: number, key: number): number;
}

export function parentBuckets({ level, parent, scope }: PipelineGround): ParentBuckets {
  const around = expectDefined(parent, 'checked when the request was read');
  const { node, part, columns } = around;
  const { tree } = level;
  const type = tree.aggregation(node);
  const key = (bucket: number) =>
    expectDefined(type.bucketKey?.(node, part, bucket), 'checked when the request was read');
  const inside = node.name;
  return {
    count: columns.counts.length,
    eachOwner(visit) {
      for (let owner = 0; owner + 1 < columns.starts.length; owner++) {
        visit(tree.shown(node, columns, owner), owner);
        scope.checkCancelled();
      }
    },
    value: (bucket, path, policy) => {
      const count = columns.counts[bucket];
      return valueOrGap({ level, bucket, count, inside, key: () => key(bucket) }, path, policy);
    },
    key,
    growth: {
      nextKey: (from, owner) => type.growth?.nextKey(node, part, from, owner) ?? from,
      putKey: (bucket, to) => type.growth?.putKey(part, bucket, to),
      add: (owner, to) => tree.addBucket(around, owner, to),
    },
  };
}
