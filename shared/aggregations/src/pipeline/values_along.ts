/** The common code of parent pipelines that give buckets a value along one path. */
import type { PipelineGround } from '../pipeline_type.js';
import type { BucketPath } from './bucket_path.js';
import { type ParentBuckets, parentBuckets } from './parent_buckets.js';
import { emptyValues, type ValuePart } from './value_part.js';

interface Along {
  readonly buckets: ParentBuckets;
  readonly path: BucketPath;
  /** Receives the values. */
  readonly part: ValuePart;
  readonly owner: number;
}

/** Visits the shown buckets of each owner, in order. Without a path, no bucket has a value. */
export function valuesAlong(
  [path]: readonly BucketPath[],
  ground: PipelineGround,
  visit: (own: Uint32Array, along: Along) => void,
): ValuePart {
  const buckets = parentBuckets(ground);
  const part = emptyValues(buckets.count);
  if (path === undefined) return part;
  buckets.eachOwner((own, owner) => visit(own, { buckets, path, part, owner }));
  return part;
}
