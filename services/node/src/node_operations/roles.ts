/** Roles as answers name them: in alphabetical order, the role that leads under its newer name. */
export function shownRoles(roles: readonly string[]): readonly string[] {
  return [...new Set(roles.map((role) => (role === 'master' ? 'cluster_manager' : role)))].sort();
}
