/** Which fields a query over several fields means: names and patterns, each with a boost (`title^3`, `user.*`). */
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

/** `title^3` in parts. */
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

/** Names of a query string. One written as it was before, and without a boost then or now, has the product of both boosts; else the last counts. */
export function boostedNames(texts: readonly string[]): readonly BoostedName[] {
  const found = new Map<string, BoostedName>();
  for (const text of texts) {
    const { name, boost } = boostedName(text);
    const before = found.get(text)?.boost ?? 1;
    found.set(name, { name, boost: boost * before });
  }
  return [...found.values()];
}

/** Over every field, values that do not fit a field are no error unless the query says so. */
export function isLenient(given: boolean | undefined, names: readonly BoostedName[]): boolean {
  return given ?? names.some(({ name }) => name === '*');
}

/** `index.query.default_field`, which is every field unless set. */
export function defaultFields(context: QueryShardContext): readonly BoostedName[] {
  const setting = context.settings.get('index.query.default_field') ?? '*';
  return setting
    .replace(/^\[|\]$/g, '')
    .split(',')
    .map((name) => boostedName(name.trim()));
}

/** The mapped fields the names stand for; boosts of a field named twice multiply. */
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
    return context.mapping.matching(name).filter((field) => field.searchable && field.takesWords);
  }
  const field = context.mapping.field(name);
  return field ? [field] : [];
}
