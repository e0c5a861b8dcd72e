/** Options that interval rules share. */

import type { JsonObject, JsonValue } from '@skein/content';
import { ApiError, asApiError, illegalArgument } from '@skein/errors';
import type { MappedField } from '@skein/mapping';
import { type FieldKind, type FieldReader, readFields } from '../../request/object_fields.js';
import { booleanOf, integerOf, textOf } from '../options.js';
import type { QueryParseContext } from '../query_parse_context.js';
import type { QueryShardContext } from '../query_shard_context.js';

export type IntervalMode = 'ordered' | 'unordered' | 'unordered_no_overlap';

export interface Arrangement {
  /** The maximum number of gaps; -1 means no limit. */
  readonly maxGaps: number;
  readonly mode: IntervalMode;
}

export function arrangementOf(rule: string, options: JsonObject): Arrangement {
  const { max_gaps: maxGaps = -1, ordered = false, mode } = options;
  return {
    maxGaps: integerOf(maxGaps),
    mode: mode === undefined ? modeOf(ordered) : building(rule, () => namedMode(mode)),
  };
}

function modeOf(ordered: JsonValue): IntervalMode {
  return booleanOf(ordered) ? 'ordered' : 'unordered';
}

/** OpenSearch reads some values only when it builds the rule. */
export function building<T>(rule: string, read: () => T): T {
  try {
    return read();
  } catch (thrown) {
    const reason = `Failed to build [${rule}] after last required field arrived`;
    throw new ApiError('x_content_parse_exception', reason, { cause: asApiError(thrown) });
  }
}

const MODES: readonly IntervalMode[] = ['ordered', 'unordered', 'unordered_no_overlap'];

function namedMode(json: JsonValue): IntervalMode {
  const name = textOf(json).toLowerCase();
  const mode = MODES.find((each) => each === name);
  if (mode !== undefined) return mode;
  const reason = `[intervals] unknown mode [${textOf(json)}]`;
  throw new ApiError('illegal_argument_exception', reason);
}

const noCheck = (): void => undefined;

/** Checks for values that have the right token but are invalid for a kind of field. */
const CHECKS: Partial<Record<FieldKind, (json: JsonValue) => unknown>> = {
  number: integerOf,
  boolean: booleanOf,
};

/** The kind of a field, with its own check if its values are more restricted. */
type RuleField = FieldKind | readonly [FieldKind, (json: JsonValue) => unknown];

function readerOf(field: RuleField): FieldReader {
  const [kind, check] = typeof field === 'string' ? [field, CHECKS[field] ?? noCheck] : field;
  return [kind, (json) => void check(json)];
}

/** Checks that a rule has only known fields, each of its kind. */
export function checkRule(
  rule: string,
  options: JsonObject,
  {
    fields,
    context,
  }: { readonly fields: Readonly<Record<string, RuleField>>; readonly context: QueryParseContext },
): void {
  const readers = Object.entries(fields).map(([key, field]) => [key, readerOf(field)] as const);
  readFields(options, Object.fromEntries(readers), { name: rule, locate: context.locate });
}

/** Returns a field with known positions: text indexed with positions. */
export function intervalField(name: string, shard: QueryShardContext): MappedField {
  const field = shard.mapping.field(name);
  if (!field) throw illegalArgument(`Cannot create intervals over unmapped field [${name}]`);
  if (!field.isText || field.intervals === 'refused') {
    throw illegalArgument(
      `Can only use interval queries on text fields - not on [${field.name}] which is of type [${field.typeName}]`,
    );
  }
  const { postings } = field.spec;
  const hasPlaces = postings === 'positions' || postings === 'offsets';
  if (hasPlaces && field.intervals !== 'hidden') return field;
  throw illegalArgument(
    `Cannot create intervals over field [${field.name}] with no positions indexed`,
  );
}
