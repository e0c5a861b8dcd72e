/** Names of snapshots: OpenSearch's rules, and those that a pattern of a request means. */
import { simpleMatch } from '@skein/base';
import { snapshotFault } from '@skein/cluster';

/** Throws invalid_snapshot_name_exception. */
export function checkSnapshotName(repository: string, name: string): void {
  const fault = faultOf(name);
  if (fault !== undefined) throw invalidName(repository, name, fault);
}

export function invalidName(repository: string, name: string, fault: string) {
  const reason = `Invalid snapshot name [${name}], ${fault}`;
  return snapshotFault('invalid_snapshot_name_exception', repository, { name }, reason);
}

function faultOf(name: string): string | undefined {
  if (name === '') return 'cannot be empty';
  if (name.includes(' ')) return 'must not contain whitespace';
  if (name.includes(',')) return "must not contain ','";
  if (name.includes('#')) return "must not contain '#'";
  if (name.startsWith('_')) return "must not start with '_'";
  if (name !== name.toLowerCase()) return 'must be lowercase';
  if (!/["*\\<|>/?]/.test(name)) return undefined;
  return 'must not contain the following characters [ , ", *, \\, <, |, ,, >, /, ?]';
}

export function snapshotMissing(repository: string, name: string) {
  return snapshotFault('snapshot_missing_exception', repository, { name }, 'is missing');
}

interface Named {
  readonly name: string;
}

/** Those that the names and patterns mean, in the order of `all`, each once. A plain name that is missing throws, if it must be there. */
export function namedSnapshots<T extends Named>(
  all: readonly T[],
  names: readonly string[],
  { repository, mustExist }: { readonly repository: string; readonly mustExist: boolean },
): T[] {
  const found = new Set<T>();
  for (const name of names) {
    const matches = all.filter((one) => name === '_all' || simpleMatch(name, one.name));
    if (matches.length === 0 && mustExist && !name.includes('*') && name !== '_all') {
      throw snapshotMissing(repository, name);
    }
    for (const one of matches) found.add(one);
  }
  return all.filter((one) => found.has(one));
}
