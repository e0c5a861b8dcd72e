/** Names of snapshots: OpenSearch's rules, and selection by patterns. */
import { simpleMatch } from '@skein/base';
import { snapshotFault, snapshotNameFault } from '@skein/cluster';

/** Throws invalid_snapshot_name_exception. */
export function checkSnapshotName(repository: string, name: string): void {
  const fault = snapshotNameFault(name);
  if (fault !== undefined) throw invalidName(repository, name, fault);
}

export function invalidName(repository: string, name: string, fault: string) {
  const reason = `Invalid snapshot name [${name}], ${fault}`;
  return snapshotFault('invalid_snapshot_name_exception', repository, { name }, reason);
}

export function snapshotMissing(repository: string, name: string) {
  return snapshotFault('snapshot_missing_exception', repository, { name }, 'is missing');
}

export interface Named {
  readonly name: string;
}

/**
 * The snapshots that the names and patterns select, in the order of `all`, each once. A missing
 * plain name throws if `mustExist` is true.
 */
export function namedSnapshots<T extends Named>(
  all: readonly T[],
  names: readonly string[],
  { repository, mustExist }: { readonly repository: string; readonly mustExist: boolean },
): T[] {
  const found = new Set<T>();
  for (const name of names) {
    const matches = all.filter((one) => simpleMatch(name, one.name));
    if (matches.length === 0 && mustExist && !name.includes('*')) {
      throw snapshotMissing(repository, name);
    }
    for (const one of matches) found.add(one);
  }
  return all.filter((one) => found.has(one));
}
