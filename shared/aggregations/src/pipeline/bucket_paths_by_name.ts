/** The paths of a script. Each is a parameter, named by the request or by its index in a list. */
import { isJsonArray, isJsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { textOf } from '@skein/reading';
import { type BucketPath, parseBucketPath } from './bucket_path.js';
import type { GapPolicy } from './gap_policy.js';
import type { ParentBuckets } from './parent_buckets.js';

export interface NamedPath {
  readonly param: string;
  readonly path: BucketPath;
}

export function namedPaths(json: JsonValue): readonly NamedPath[] {
  if (typeof json === 'string') return [{ param: '_value', path: parseBucketPath(json) }];
  if (isJsonArray(json)) {
    return json.map((text, i) => ({ param: `_value${i}`, path: parseBucketPath(textOf(text)) }));
  }
  if (!isJsonObject(json)) throw new ApiError('illegal_argument_exception', 'no paths');
  return Object.entries(json).map(([param, text = null]) => {
    return { param, path: parseBucketPath(textOf(text)) };
  });
}

/** The values of a bucket by parameter; `null` if a path leads to no value. */
export function paramsOf(
  buckets: ParentBuckets,
  bucket: number,
  { named, gapPolicy }: { readonly named: readonly NamedPath[]; readonly gapPolicy: GapPolicy },
): Readonly<Record<string, number | null>> {
  const params: Record<string, number | null> = {};
  for (const { param, path } of named) {
    // A parameter may be called `__proto__`.
    Object.defineProperty(params, param, {
      value: buckets.value(bucket, path, gapPolicy) ?? null,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return params;
}
