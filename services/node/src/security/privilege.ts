/**
 * The privilege that an endpoint needs, in the words of the scope grammar: `cluster:monitor`,
 * `indices:read`, … Index families are checked on resolved index names; `everyOf` and `anyOf`
 * combine them (`_refresh` needs write or manage).
 */
type ClusterPrivilege = 'cluster:monitor' | 'cluster:manage';
type IndexPrivilege =
  | 'indices:read'
  | 'indices:write'
  | 'indices:create'
  | 'indices:monitor'
  | 'indices:manage';
type FeaturePrivilege =
  | 'pipelines:manage'
  | 'templates:manage'
  | 'scripts:manage'
  | 'snapshots:manage'
  | 'tasks:manage'
  | 'security:read'
  | 'security:manage';

export type NamedPrivilege = ClusterPrivilege | IndexPrivilege | FeaturePrivilege;

type PartsOf<P> = P extends `${infer Family}:${infer Level}`
  ? { readonly family: Family; readonly level: Level }
  : never;

/** The two words of a privilege. */
export function privilegeParts(privilege: NamedPrivilege): PartsOf<NamedPrivilege> {
  const [family, level] = privilege.split(':');
  // Each privilege is such a pair.
  return { family, level } as PartsOf<NamedPrivilege>;
}

export type Privilege =
  /** Requires nothing, not even a token. */
  | 'public'
  /** Requires any valid token. */
  | 'authenticated'
  | NamedPrivilege
  | { readonly anyOf: readonly NamedPrivilege[] }
  | { readonly everyOf: readonly NamedPrivilege[] };

const READS: ReadonlySet<Privilege> = new Set<Privilege>([
  'public',
  'authenticated',
  'cluster:monitor',
  'indices:monitor',
  'indices:read',
  'security:read',
]);

/** True if this privilege allows no change. */
export function isReading(privilege: Privilege): boolean {
  if (typeof privilege === 'string') return READS.has(privilege);
  const named = 'anyOf' in privilege ? privilege.anyOf : privilege.everyOf;
  return named.every((one) => READS.has(one));
}
