/**
 * The fields of a query on several fields: names and patterns, each with a boost (`title^3`,
 * `user.*`).
 */
import { ApiError } from '@skein/errors';
import type { MappedField } from '@skein/mapping';
import type { QueryShardContext } from '../queries/query_shard_context.js';

export interface BoostedName {
  readonly name: string;
  readonly boost: number;
}

export interface BoostedField {
  readonly field: MappedField;
  readonly boost: number;
}

/** Splits `title^3` into name and boost. */
export function boostedName(text: string): BoostedName {
  const caret = text.indexOf('^');
  if (caret < 0) return { name: text, boost: 1 };
  const after = text.slice(caret + 1);
  if (after === '') throw new ApiError('number_format_exception', 'empty String');
  const boost = Number(after);
  if (Number.isNaN(boost)) {
    throw new ApiError('number_format_exception', `For input string: "${after}"`);
  }
  return { name: text.slice(0, caret), boost: Math.fround(boost) };
}

/**
 * The names of a query string. If a name recurs with the same text and without boost, the boosts
 * are multiplied; otherwise the last one counts.
 */
export function boostedNames(texts: readonly string[]): readonly BoostedName[] {
  const found = new Map<string, BoostedName>();
  for (const text of texts) {
    const { name, boost } = boostedName(text);
    const before = found.get(text)?.boost ?? 1;
    found.set(name, { name, boost: boost * before });
  }
  return [...found.values()];
}

/**
 * If all fields are searched, values that are invalid for a field are no error unless the query
 * says so.
 */
export function isLenient(given: boolean | undefined, names: readonly BoostedName[]): boolean {
  return given ?? names.some(({ name }) => name === '*');
}

/** `index.query.default_field`, by default every field. */
export function defaultFields(context: QueryShardContext): readonly BoostedName[] {
  const setting = context.settings.get('index.query.default_field') ?? '*';
  return setting
    .replace(/^\[|\]$/g, '')
    .split(',')
    .map((name) => boostedName(name.trim()));
}

/** The mapped fields that the names select; boosts of a field selected twice are multiplied. */
export function resolveFields(
  names: readonly BoostedName[],
  context: QueryShardContext,
): readonly BoostedField[] {
  const found = new Map<string, BoostedField>();
  for (const { name, boost } of names) {
    const fields = fieldsOf(name, context);
    checkExpansion(fields.length, context.maxClauseCount, `for [${name}] `);
    for (const field of fields) {
      const before = found.get(field.name);
      found.set(field.name, { field, boost: before ? before.boost * boost : boost });
    }
  }
  checkExpansion(found.size, context.maxClauseCount);
  return [...found.values()];
}

function checkExpansion(count: number, most: number, of = ''): void {
  if (count <= most) return;
  throw new ApiError(
    'illegal_argument_exception',
    `field expansion ${of}matches too many fields, limit: ${most}, got: ${count}`,
  );
}

function fieldsOf(name: string, context: QueryShardContext): readonly MappedField[] {
  if (name.includes('*')) {
    // As in OpenSearch, the pattern selects fields that are not indexed too.
    return context.mapping.matching(name).filter(({ takesWords }) => takesWords);
  }
  const field = context.mapping.field(name);
  return field ? [field] : [];
}
