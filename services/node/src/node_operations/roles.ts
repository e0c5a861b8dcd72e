/**
 * Roles as responses show them: in alphabetical order, with `master` renamed to `cluster_manager`.
 */
export function shownRoles(roles: readonly string[]): readonly string[] {
  return [...new Set(roles.map((role) => (role === 'master' ? 'cluster_manager' : role)))].sort();
}
