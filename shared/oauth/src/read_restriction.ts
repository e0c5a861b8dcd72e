/**
 * Restrictions on reading with a token: the private claim `read_restrictions`, a list of
 *
 *     {"scope": ["indices:read:logs-*"], "query": {…},
 *      "fields": {"grant": ["*"], "except": ["salary"]}}
 *
 * A scope entry that a restriction names gives access to a part of its indices: documents that
 * match the query, and granted fields. Several entries add up, separately for documents and fields;
 * an entry without a restriction gives everything.
 */
import { isObject } from '@skein/base';
import { reachesIndex } from './index_pattern.js';
import { isReading, parseScopeEntry } from './scope.js';
import { TokenFailure } from './token_failure.js';

export interface GrantedFields {
  /** Names and patterns; a field includes everything below it. */
  readonly grant: readonly string[];
  /** Overrides `grant`. */
  readonly except: readonly string[];
}

export interface ReadRestriction {
  /** Entries of the token's scope, compared exactly. */
  readonly scope: readonly string[];
  /** JSON text of a query; absent if every document is visible. */
  readonly query?: string;
  /** Absent if every field is visible. */
  readonly fields?: GrantedFields;
}

/**
 * The visible part of an index: a document must match one of the queries, a field one of the
 * grants; undefined if all is visible.
 */
export interface ReadablePart {
  readonly queries: readonly string[] | undefined;
  readonly fields: readonly GrantedFields[] | undefined;
}

/**
 * Undefined if the token lacks the claim. Throws TokenFailure for an invalid restriction, which
 * must not be ignored.
 */
export function parseReadRestrictions(claim: unknown): readonly ReadRestriction[] | undefined {
  if (claim === undefined) return undefined;
  if (!Array.isArray(claim)) throw malformed();
  return claim.map(parseRestriction);
}

/** Undefined if everything is visible, provided that reading is allowed. */
export function readablePart(
  scope: readonly string[],
  restrictions: readonly ReadRestriction[],
  index: string,
): ReadablePart | undefined {
  const entries = scope.filter((entry) => reads(entry, index));
  const restricted = entries.map((entry) =>
    restrictions.filter((restriction) => restriction.scope.includes(entry)),
  );
  if (entries.length === 0 || restricted.some((found) => found.length === 0)) return undefined;
  const parts = [...new Set(restricted.flat())];
  const queries = allOf(parts.map(({ query }) => query));
  const fields = allOf(parts.map((part) => part.fields));
  return queries || fields ? { queries: queries && [...new Set(queries)], fields } : undefined;
}

/** If one is absent, everything is visible, whatever the others are. */
function allOf<T>(given: readonly (T | undefined)[]): readonly T[] | undefined {
  const there = given.filter((one): one is T => one !== undefined);
  return there.length === given.length ? there : undefined;
}

function reads(entry: string, index: string): boolean {
  const parsed = parseScopeEntry(entry);
  return parsed !== undefined && isReading(parsed) && reachesIndex(parsed.pattern ?? '', index);
}

const MEMBERS = new Set(['scope', 'query', 'fields']);

function parseRestriction(json: unknown): ReadRestriction {
  if (!isObject(json) || Object.keys(json).some((key) => !MEMBERS.has(key))) throw malformed();
  const { scope, query, fields } = json;
  if (!isTexts(scope)) throw malformed();
  return {
    scope,
    ...(query === undefined ? {} : { query: queryText(query) }),
    ...(fields === undefined ? {} : { fields: grantedFields(fields) }),
  };
}

/** The query as an object, or as its text, which keeps the spelling of numbers. */
function queryText(query: unknown): string {
  if (isObject(query)) return JSON.stringify(query);
  if (typeof query === 'string' && isObjectText(query)) return query;
  throw malformed();
}

function isObjectText(text: string): boolean {
  try {
    return isObject(JSON.parse(text));
  } catch {
    return false;
  }
}

function grantedFields(json: unknown): GrantedFields {
  if (!isObject(json)) throw malformed();
  const { grant = ['*'], except = [], ...others } = json;
  if (!isTexts(grant) || !isTexts(except) || Object.keys(others).length > 0) throw malformed();
  return { grant, except };
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function malformed(): TokenFailure {
  return new TokenFailure('the claim [read_restrictions] of the token is malformed');
}
