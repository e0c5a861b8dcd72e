/**
 * What an endpoint needs, in the words of the scope grammar: `cluster:monitor`, `indices:read`, … Index families are
 * checked on resolved index names; `everyOf` and `anyOf` combine them (`_refresh` needs write or manage).
 */
export type ClusterPrivilege = 'cluster:monitor' | 'cluster:manage';
export type IndexPrivilege =
  | 'indices:read'
  | 'indices:write'
  | 'indices:create'
  | 'indices:monitor'
  | 'indices:manage';
export type FeaturePrivilege =
  | 'pipelines:manage'
  | 'templates:manage'
  | 'scripts:manage'
  | 'snapshots:manage'
  | 'tasks:manage'
  | 'security:read'
  | 'security:manage';

export type NamedPrivilege = ClusterPrivilege | IndexPrivilege | FeaturePrivilege;

export type Privilege =
  /** Nothing at all, not even a token. */
  | 'public'
  /** Any valid token. */
  | 'authenticated'
  | NamedPrivilege
  | { readonly anyOf: readonly NamedPrivilege[] }
  | { readonly everyOf: readonly NamedPrivilege[] };
