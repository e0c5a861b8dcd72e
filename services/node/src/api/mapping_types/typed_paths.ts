/**
 * Converts paths with a mapping type, as Elasticsearch 7 accepts them, to the equivalent paths
 * without one.
 */

interface Untyped {
  readonly segments: readonly string[];
  /** The type in the path. */
  readonly type: string;
}

/** Path parts after `/{index}/{type}/`. */
const OF_INDEX: ReadonlySet<string> = new Set([
  '_bulk',
  '_count',
  '_delete_by_query',
  '_mapping',
  '_mappings',
  '_mget',
  '_msearch',
  '_mtermvectors',
  '_search',
  '_termvectors',
  '_update_by_query',
  '_validate',
]);

/** Path parts after `/{index}/{type}/{id}/`. */
const OF_DOCUMENT: ReadonlySet<string> = new Set([
  '_create',
  '_explain',
  '_source',
  '_termvectors',
  '_update',
]);

const MAPPING: ReadonlySet<string> = new Set(['_mapping', '_mappings']);
const ALL = '_all';
const DOC = '_doc';

/** Undefined if there is no type in the path. */
export function withoutType(method: string, segments: readonly string[]): Untyped | undefined {
  const [first = '', second = '', third = ''] = segments;
  if (MAPPING.has(first) && isName(second)) {
    const rest = segments.slice(2);
    const writes = method === 'PUT' || method === 'POST';
    return { segments: writes ? [ALL, first, ...rest] : [first, ...rest], type: second };
  }
  if (first.startsWith('_') && first !== ALL) return undefined;
  if (MAPPING.has(second) && isName(third)) {
    return { segments: [first, second, ...segments.slice(3)], type: third };
  }
  if (!isType(second)) return undefined;
  const inside = behindType(method, segments);
  return inside && { segments: inside, type: second };
}

function behindType(method: string, segments: readonly string[]): readonly string[] | undefined {
  const [index = '', type = '', third, fourth] = segments;
  if (third === undefined) return type !== DOC && method === 'POST' ? [index, DOC] : undefined;
  if (OF_INDEX.has(third)) return [index, third, ...segments.slice(3)];
  if (fourth === undefined) return type === DOC ? undefined : [index, DOC, third];
  return segments.length === 4 && OF_DOCUMENT.has(fourth) ? [index, fourth, third] : undefined;
}

/** `field` is part of the path of another API. */
function isName(segment: string): boolean {
  return isType(segment) && segment !== 'field';
}

function isType(segment: string): boolean {
  return segment !== '' && (segment === DOC || !segment.startsWith('_'));
}
