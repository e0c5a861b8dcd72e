/**
 * A preview of what a user with a role sees of its indices. The request runs with the rights of the
 * person who looks, with the role's query and fields added, so it shows only documents that this
 * person may read.
 */
import { type JsonObject, parseJson } from '../json/exact_json.js';
import type { RoleFields } from './access_shapes.js';

export interface PreviewedRole {
  readonly scope: string;
  readonly query?: string | undefined;
  readonly fields?: RoleFields | undefined;
}

interface PreviewRequest {
  /** Names and patterns, separated by commas. */
  readonly indices: string;
  readonly body: JsonObject;
}

const SHOWN = 5;

/**
 * The search request of the preview; undefined if the role lets its users read no index. Throws a
 * `SyntaxError` when the role's query is no JSON.
 */
export function previewRequest({
  scope,
  query,
  fields,
}: PreviewedRole): PreviewRequest | undefined {
  const patterns = readablePatterns(scope);
  if (patterns.length === 0) return undefined;
  const restriction = query === undefined || query.trim() === '' ? undefined : parseJson(query);
  return {
    indices: patterns.join(','),
    body: {
      size: SHOWN,
      track_total_hits: true,
      query: restriction === undefined ? { match_all: {} } : { bool: { filter: [restriction] } },
      ...(fields === undefined
        ? {}
        : { _source: { includes: fields.grant, excludes: fields.except } }),
    },
  };
}

/** The patterns of `indices:read:PATTERN` and `indices:all:PATTERN`. */
export function readablePatterns(scope: string): readonly string[] {
  const patterns = scope.split(/\s+/).flatMap((entry) => {
    const [family, level, pattern = ''] = entry.split(':');
    return family === 'indices' && (level === 'read' || level === 'all') ? [pattern] : [];
  });
  return [...new Set(patterns)].filter((pattern) => pattern !== '');
}
