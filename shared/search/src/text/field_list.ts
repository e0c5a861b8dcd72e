/**
 * The fields of a query on several fields: names and patterns, each with a boost (`title^3`,
 * `user.*`).
 */
import { float32Text } from '@skein/content';
import { illegalArgument } from '@skein/errors';
import { type MappedField, parseJavaDouble } from '@skein/mapping';
import { checkBoost } from '../queries/options.js';
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
  const boost = Math.fround(parseJavaDouble(text.slice(caret + 1)));
  return { name: text.slice(0, caret), boost };
}

/** Like `boostedName`, but refuses a negative boost. */
export function positivelyBoostedName(text: string): BoostedName {
  const boosted = boostedName(text);
  checkBoost(boosted.boost);
  return boosted;
}

/**
 * The names of a query string. If a name recurs with the same text and without boost, the boosts
 * are multiplied; otherwise the last one counts.
 */
export function boostedNames(texts: readonly string[]): readonly BoostedName[] {
  const found = new Map<string, BoostedName>();
  for (const text of texts) {
    const { name, boost } = positivelyBoostedName(text);
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

/**
 * The mapped fields that the names select; boosts of a field selected twice are multiplied. Refuses
 * boosts that cannot be a factor of a score.
 */
export function resolveFields(
  names: readonly BoostedName[],
  context: QueryShardContext,
): readonly BoostedField[] {
  const found = new Map<string, BoostedField>();
  for (const { name, boost } of names) {
    const fields = fieldsOf(name, context);
    checkExpansion(fields.length, context.maxClauseCount, `for [${name}] `);
    for (const field of fields) {
      checkFactor(boost);
      const before = found.get(field.name);
      found.set(field.name, { field, boost: before ? before.boost * boost : boost });
    }
  }
  checkExpansion(found.size, context.maxClauseCount);
  return [...found.values()];
}

function checkFactor(boost: number): void {
  if (Number.isFinite(boost) && boost >= 0) return;
  throw illegalArgument(`boost must be a positive float, got ${float32Text(boost)}`);
}

function checkExpansion(count: number, most: number, of = ''): void {
  if (count <= most) return;
  throw illegalArgument(
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
