/** The data streams that a request names, restricted to those the caller may see. */
import { simpleMatch } from '@skein/base';
import { type DataStream, indexNotFound } from '@skein/cluster';
import type { Actors } from '../../actors.js';
import type { Identity } from '../../security/mod.js';
import type { AnyPrivilege } from '../indices/index_targets.js';

interface NamedStreams {
  /** Sorted by name. */
  readonly streams: readonly DataStream[];
  /** Plain names that do not exist. */
  readonly missing: readonly string[];
}

/**
 * Throws security_exception for a plain name on which the caller has none of the privileges. A
 * pattern selects only streams on which the caller has one of them.
 */
export function namedStreams(
  names: readonly string[],
  { masterService, security }: Pick<Actors, 'masterService' | 'security'>,
  identity: Identity,
  privileges: AnyPrivilege,
): NamedStreams {
  const { dataStreams } = masterService.state().metadata;
  const patterns = names.filter(isPattern);
  const plain = names.filter((name) => !isPattern(name));
  const [privilege] = privileges;
  const all = [...dataStreams.keys()];
  const candidates = [...new Set([...all, ...plain])];
  const seen = new Set(
    privileges.flatMap((one) => security.filterIndices(identity, one, candidates)),
  );
  for (const name of plain) {
    if (!seen.has(name)) security.authorizeIndices(identity, privilege, [name]);
  }
  const isNamed = ({ name }: DataStream): boolean =>
    plain.includes(name) ||
    (seen.has(name) && patterns.some((one) => one === '_all' || simpleMatch(one, name)));
  const streams = [...dataStreams.values()]
    .filter(isNamed)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  return { streams, missing: plain.filter((name) => !dataStreams.has(name)) };
}

/** Throws index_not_found_exception for an unknown name. */
export function requireStreams({ streams, missing }: NamedStreams): readonly DataStream[] {
  const [first] = missing;
  if (first !== undefined) throw indexNotFound(first);
  return streams;
}

function isPattern(name: string): boolean {
  return name === '_all' || name.includes('*');
}
