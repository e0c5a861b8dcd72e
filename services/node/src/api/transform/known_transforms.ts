/** Finds transforms by ids, patterns with `*`, and `_all`. */
import { simpleMatch } from '@skein/base';
import type { ClusterState, TransformRecord } from '@skein/cluster';
import { ApiError } from '@skein/errors';
import { splitList } from '@skein/http';

/**
 * Sorted by id. Throws resource_not_found_exception for an unknown id, and for a pattern without a
 * match unless that is allowed.
 */
export function transformsOf(
  state: ClusterState,
  expression: string,
  allowNoMatch: boolean,
): readonly TransformRecord[] {
  const { transforms } = state.metadata;
  const names = splitList(expression === '_all' || expression === '' ? '*' : expression);
  const found = new Map<string, TransformRecord>();
  for (const name of names) {
    const matching = [...transforms.values()].filter(({ id }) => simpleMatch(name, id));
    const isPattern = name.includes('*');
    if (matching.length === 0 && !(isPattern && allowNoMatch)) throw missing(name);
    for (const record of matching) found.set(record.id, record);
  }
  return [...found.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** Throws resource_not_found_exception if there is none. */
export function transformOf({ metadata }: ClusterState, id: string): TransformRecord {
  const record = metadata.transforms.get(id);
  if (record === undefined) throw missing(id);
  return record;
}

function missing(name: string): ApiError {
  return new ApiError(
    'resource_not_found_exception',
    `Transform with id [${name}] could not be found`,
  );
}

/** The requested page of a list. */
export function pageOf<T>(
  all: readonly T[],
  { from, size }: { readonly from: number; readonly size: number },
): readonly T[] {
  for (const [name, value] of [
    ['from', from],
    ['size', size],
  ] as const) {
    if (value >= 0) continue;
    throw new ApiError('illegal_argument_exception', `Parameter [${name}] cannot be < 0`);
  }
  return all.slice(from, from + size);
}
