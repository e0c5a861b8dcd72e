/** Selects indices of a snapshot: by names, patterns, and exclusions with a leading `-`. */
import { simpleMatch } from '@skein/base';
import { ApiError } from '@skein/errors';

interface SnapshotIndicesOptions {
  readonly ignoreUnavailable?: boolean;
  /** True if a pattern may match nothing. */
  readonly allowNoIndices?: boolean;
  /** Groups of indices by name: each is selected and excluded as a whole. */
  readonly members?: ReadonlyMap<string, readonly string[]>;
}

/** In the order of `available`. Throws index_not_found_exception for a missing plain name. */
export function indicesInSnapshot(
  available: readonly string[],
  patterns: readonly string[],
  {
    ignoreUnavailable = false,
    allowNoIndices = true,
    members = new Map<string, readonly string[]>(),
  }: SnapshotIndicesOptions = {},
): readonly string[] {
  if (patterns.length === 0 || (patterns.length === 1 && patterns[0] === '_all')) return available;
  const chosen = new Set<string>();
  for (const [at, pattern] of patterns.entries()) {
    const isExclusion = pattern.startsWith('-') && (at > 0 || !available.includes(pattern));
    if (isExclusion && at === 0) for (const name of available) chosen.add(name);
    const wanted = isExclusion ? pattern.slice(1) : pattern.replace(/^\+/, '');
    const isPattern = wanted === '_all' || wanted.includes('*');
    const matches = available.filter((name) => wanted === '_all' || simpleMatch(wanted, name));
    const mayBeMissing = isPattern ? allowNoIndices : ignoreUnavailable;
    if (matches.length === 0 && !mayBeMissing) throw indexMissing(wanted);
    for (const name of matches.flatMap((one) => [one, ...(members.get(one) ?? [])])) {
      if (isExclusion) chosen.delete(name);
      else chosen.add(name);
    }
  }
  return available.filter((name) => chosen.has(name));
}

function indexMissing(name: string): ApiError {
  return new ApiError('index_not_found_exception', `no such index [${name}]`, {
    metadata: { index: name, index_uuid: '_na_' },
  });
}
