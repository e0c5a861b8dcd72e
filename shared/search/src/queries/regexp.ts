/** `regexp`: values that a regular expression in Lucene's syntax matches as a whole. */
import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { MappedField } from '@skein/mapping';
import { checkMaximum, REGEX_LENGTH } from '@skein/reading';
import { type Query, type RegexpFlags, regexpQuery } from '@skein/search_library';
import {
  type FieldQuery,
  fieldNameMissing,
  readFieldQuery,
  requireFieldName,
} from './field_query.js';
import { AS_VALUE, readOptions } from './header.js';
import { type Draft, intoDraft } from './into_draft.js';
import { booleanOf, integerOf, textOrNull } from './options.js';
import type { QueryParseContext } from './query_parse_context.js';
import type { QueryShardContext } from './query_shard_context.js';
import { HEAVY, LEAF, type QueryType } from './query_type.js';
import { checkRewrite, withRewrite } from './rewrite_method.js';

export const DEFAULT_MAX_DETERMINIZED_STATES = 10_000;

/** The default of `index.max_determinized_states`: ten times the default of a query. */
const MOST_DETERMINIZED_STATES = 100_000;

const FLAG_NAMES: Readonly<Record<string, keyof RegexpFlags>> = {
  INTERSECTION: 'intersection',
  COMPLEMENT: 'complement',
  EMPTY: 'empty',
  ANYSTRING: 'anyString',
  INTERVAL: 'interval',
};

/** Bits of `flags_value`. */
const FLAG_BITS: Readonly<Record<keyof RegexpFlags, number>> = {
  intersection: 0x01,
  complement: 0x02,
  empty: 0x04,
  anyString: 0x08,
  interval: 0x20,
};

export const ALL_REGEXP_FLAGS = flagsWhere(() => true);

interface RegexpText {
  readonly expression: string;
  readonly flags: RegexpFlags;
  readonly caseInsensitive: boolean;
  readonly maxDeterminizedStates: number;
}

interface RegexpParams extends RegexpText {
  readonly rewrite: string | undefined;
}

export const regexp: QueryType<Params> = {
  name: 'regexp',
  parse(body, context) {
    const shape = {
      query: 'regexp',
      valueOption: 'value',
      missing: fieldNameMissing,
    };
    const found = readFieldQuery(shape, body, context);
    const { field } = found;
    const { params, ...header } = readParams(found, context);
    return { ...header, params: { ...params, field } };
  },
  family: 'multi_term',
  ...LEAF,
  needs: () => HEAVY,
  bind: ({ field, rewrite, ...text }, shard) => {
    const mapped = shard.mapping.field(field);
    if (mapped) checkRewrite(rewrite);
    // OpenSearch creates the query even for an unmapped field, so the expression must be valid.
    const query = mapped ? regexpFieldQuery(mapped, text, shard) : termRegexp(field, text, shard);
    return withRewrite(query, rewrite);
  },
};

interface Params extends RegexpParams {
  readonly field: string;
}

function readParams({ field, options, trailing }: FieldQuery, context: QueryParseContext) {
  let value: string | undefined;
  const params: Draft<Omit<RegexpParams, 'expression'>> = {
    flags: ALL_REGEXP_FLAGS,
    caseInsensitive: false,
    maxDeterminizedStates: DEFAULT_MAX_DETERMINIZED_STATES,
    rewrite: undefined,
  };
  const header = readOptions(
    { query: 'regexp', options, context, trailing, manners: AS_VALUE },
    {
      value: (json: JsonValue) => {
        value = textOrNull(json);
      },
      flags: intoDraft(params, 'flags', (json: JsonValue) => namedFlags(textOrNull(json) ?? '')),
      flags_value: intoDraft(params, 'flags', (json: JsonValue) => flagsOfBits(integerOf(json))),
      case_insensitive: intoDraft(params, 'caseInsensitive', booleanOf),
      max_determinized_states: intoDraft(params, 'maxDeterminizedStates', integerOf),
      rewrite: intoDraft(params, 'rewrite', textOrNull),
    },
  );
  requireFieldName(field, fieldNameMissing);
  if (value === undefined) {
    throw new ApiError('illegal_argument_exception', 'value cannot be null');
  }
  return { ...header, params: { ...params, expression: value } };
}

function flagsWhere(test: (flag: keyof RegexpFlags) => boolean): RegexpFlags {
  return {
    intersection: test('intersection'),
    complement: test('complement'),
    empty: test('empty'),
    anyString: test('anyString'),
    interval: test('interval'),
  };
}

export function flagsOfBits(bits: number): RegexpFlags {
  return flagsWhere((flag) => (bits & FLAG_BITS[flag]) !== 0);
}

/**
 * Parses `INTERSECTION|EMPTY`, `ALL` or `NONE`; an empty text means all. As in OpenSearch, names
 * after `ALL` are not read.
 */
export function namedFlags(text: string): RegexpFlags {
  if (text === '') return ALL_REGEXP_FLAGS;
  const chosen = new Set<keyof RegexpFlags>();
  for (const name of text.split('|').filter((one) => one !== '')) {
    const upper = name.toUpperCase();
    if (upper === 'ALL') return ALL_REGEXP_FLAGS;
    if (upper !== 'NONE') chosen.add(flagOf(upper, name));
  }
  return flagsWhere((flag) => chosen.has(flag));
}

function flagOf(upper: string, name: string): keyof RegexpFlags {
  const flag = Object.hasOwn(FLAG_NAMES, upper) ? FLAG_NAMES[upper] : undefined;
  if (flag) return flag;
  throw new ApiError('illegal_argument_exception', `Unknown regexp flag [${name}]`);
}

/** The expression on one field, within the length that the index allows. */
export function regexpFieldQuery(
  field: MappedField,
  text: RegexpText,
  context: QueryShardContext,
): Query {
  checkLimits(text, context);
  const { expression, ...options } = text;
  return field.regexpQuery(expression, options, context);
}

/** Searches the terms of a field, whatever the type says about them. */
export function termRegexp(field: string, text: RegexpText, context: QueryShardContext): Query {
  checkLimits(text, context);
  const { expression, ...options } = text;
  return regexpQuery(field, expression, options);
}

function checkLimits({ expression, ...options }: RegexpText, context: QueryShardContext): void {
  checkMaximum(context, expression.length, {
    ...REGEX_LENGTH,
    what: (length) => `The length of regex [${length}] used in the Regexp Query request`,
  });
  checkMaximum(context, options.maxDeterminizedStates, {
    setting: 'index.max_determinized_states',
    fallback: MOST_DETERMINIZED_STATES,
    what: (states) => `[max_determinized_states] of [${states}]`,
  });
}
