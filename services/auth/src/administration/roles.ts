/** Roles in the form of administrators: scopes, and the visible part of the readable indices. */
import type { GrantedFields } from '@skein/oauth';
import type { Role } from '../models/user.js';
import { illegal } from './registration.js';

export interface ShownRole {
  readonly name: string;
  readonly scope: string;
  /** JSON text as given. */
  readonly query?: string;
  readonly fields?: GrantedFields;
}

export function shownRole({ name, scopes, query, fields }: Role): ShownRole {
  return {
    name,
    scope: scopes.join(' '),
    ...(query === undefined ? {} : { query }),
    ...(fields === undefined ? {} : { fields }),
  };
}

/**
 * Limits, because the query is part of every token of the role's users, and search nodes accept
 * tokens of at most 8,192 characters.
 */
const LONGEST_QUERY = 2048;
const LONGEST_FIELDS = 1024;

/** Checks only the form of the query; search nodes validate its content. */
export function checkRestriction({ query, fields }: Role): void {
  if (query !== undefined) {
    if (query.length > LONGEST_QUERY) {
      throw illegal(`[query] must have at most [${LONGEST_QUERY}] characters`);
    }
    if (!isObjectText(query)) throw illegal('[query] must be a query: a JSON object');
  }
  if (fields === undefined) return;
  const patterns = [...fields.grant, ...fields.except];
  if (patterns.some((pattern) => pattern === '')) throw illegal('[fields] must not name nothing');
  if (patterns.join(' ').length > LONGEST_FIELDS) {
    throw illegal(`[fields] must have at most [${LONGEST_FIELDS}] characters`);
  }
}

function isObjectText(text: string): boolean {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === 'object' && json !== null && !Array.isArray(json);
  } catch {
    return false;
  }
}
