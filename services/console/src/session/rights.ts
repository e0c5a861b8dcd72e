/**
 * What the token in hand allows, read from its scope (docs/AUTHORIZATION.md, "Scopes"). The nodes
 * decide; here it decides what is offered.
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
 * `scope` undefined: no tokens are asked for, and everybody may do everything. For the index
 * families: on some index.
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
