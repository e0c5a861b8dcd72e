/**
 * The rights of the current token, read from its scope (docs/AUTHORIZATION.md, "Scopes"). They
 * decide what the console offers; the nodes check each request themselves.
 */
export type Right =
  | 'cluster:monitor'
  | 'cluster:manage'
  | 'indices:read'
  | 'indices:write'
  | 'indices:create'
  | 'indices:monitor'
  | 'indices:manage'
  | 'pipelines:manage'
  | 'templates:manage'
  | 'snapshots:manage'
  | 'tasks:manage'
  | 'scripts:manage'
  | 'security:read'
  | 'security:manage';

/**
 * True when `scope` has the right. An undefined scope means that the cluster needs no tokens and
 * allows everything. A right of the index families counts if it holds for some index.
 */
export function allows(scope: string | undefined, right: Right): boolean {
  if (scope === undefined) return true;
  const [family, level] = right.split(':');
  return scope.split(' ').some((entry) => {
    const [hasFamily, hasLevel] = entry.split(':');
    if (hasFamily !== family) return false;
    if (hasLevel === level || hasLevel === 'all') return true;
    if (hasLevel !== 'manage') return false;
    return level === 'monitor' || (family === 'security' && level === 'read');
  });
}
