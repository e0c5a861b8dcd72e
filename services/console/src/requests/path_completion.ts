/**
 * Completes the next part of a path from the routes of the API: `/{index}/_search` after `/logs/`.
 */
interface PathChoices {
  readonly names: readonly string[];
  /** True when the name of an index, alias or data stream may stand here. */
  readonly isIndex: boolean;
}

/** `path` reaches up to the caret; `routes` are written as `POST /{index}/_search`. */
export function pathChoices(routes: readonly string[], method: string, path: string): PathChoices {
  const given = path.replace(/^\//, '').split('/');
  const depth = given.length - 1;
  const fitting = routes
    .map((route) => route.split(' '))
    .filter(([verb]) => verb === method || (method === 'HEAD' && verb === 'GET'))
    .map(([, template = '']) => template.slice(1).split('/'))
    .filter(
      (parts) =>
        parts.length > depth && given.slice(0, depth).every((part, i) => fits(parts[i], part)),
    );
  const next = fitting.map((parts) => parts[depth] ?? '');
  const names = next.filter((part) => part !== '' && !part.startsWith('{'));
  return { names: [...new Set(names)].sort(), isIndex: next.includes('{index}') };
}

/**
 * True when `given` fits the part of a route. Names of indices do not begin with `_`, as endpoints
 * do.
 */
function fits(part: string | undefined, given: string): boolean {
  if (part === undefined) return false;
  return part.startsWith('{') ? !given.startsWith('_') || part !== '{index}' : part === given;
}
