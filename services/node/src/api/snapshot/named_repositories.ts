/** Finds repositories by the names and patterns of a request. */

import { simpleMatch } from '@skein/base';
import { type ClusterState, type RepositoryRecord, repositoryMissing } from '@skein/cluster';

/**
 * The repositories of each name, in order, each once. A pattern may match none; a missing plain
 * name throws repository_missing_exception.
 */
export function namedRepositories(
  { metadata }: ClusterState,
  names: readonly string[],
): readonly RepositoryRecord[] {
  const found = new Map<string, RepositoryRecord>();
  for (const name of names) {
    for (const one of matching([...metadata.repositories.values()], name)) found.set(one.name, one);
  }
  return [...found.values()];
}

function matching(all: readonly RepositoryRecord[], name: string): readonly RepositoryRecord[] {
  if (name === '_all') return all;
  const found = all.filter((one) => simpleMatch(name, one.name));
  if (found.length === 0 && !name.includes('*')) throw repositoryMissing(name);
  return found;
}
