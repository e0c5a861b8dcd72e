/** Finds the templates that a request names. */
import { simpleMatch } from '@skein/base';
import { ApiError } from '@skein/errors';

interface Named {
  readonly name: string;
}

/**
 * By name, by one pattern, or all if there is no name; sorted by name. Throws
 * resource_not_found_exception for a missing plain name.
 */
export function foundTemplates<T extends Named>(
  templates: ReadonlyMap<string, T>,
  name: string | undefined,
  kind: string,
): readonly T[] {
  const pattern = name ?? '*';
  const found = [...templates.values()]
    .filter((template) => simpleMatch(pattern, template.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  if (found.length === 0 && !pattern.includes('*')) {
    throw new ApiError('resource_not_found_exception', `${kind} matching [${name}] not found`);
  }
  return found;
}

/** As in OpenSearch, a pattern without a match gives 404 too. */
export function statusOf(found: readonly unknown[], name: string | undefined): 200 | 404 {
  return found.length === 0 && name !== undefined ? 404 : 200;
}

export function existsAny(templates: ReadonlyMap<string, Named>, pattern: string): boolean {
  for (const name of templates.keys()) if (simpleMatch(pattern, name)) return true;
  return false;
}
