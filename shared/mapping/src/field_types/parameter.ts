/**
 * Parameters of field types as data: one table per type drives parsing, `GET _mapping` and merging,
 * like OpenSearch's ParametrizedFieldMapper. A parameter's value is canonical JSON, so that two
 * mappings compare by value.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { type Locale, localeText, parseLocale } from '@skein/dates';
import { ApiError } from '@skein/errors';
import { javaClass, javaText } from '../tree/java_text.js';
import type { FieldTypeContext } from './field_type.js';
import { parseJavaDouble } from './java_number.js';
import type { ParameterValues } from './parameter_values.js';

/** The place of a parameter, for messages. */
export interface ParameterPlace {
  readonly parameter: string;
  /** Full path of the field. */
  readonly path: string;
  readonly typeName: string;
}

export interface Parameter {
  readonly name: string;
  readonly default: JsonValue;
  /** True if put-mapping can change it. */
  readonly updatable: boolean;
  parse(value: JsonValue, place: ParameterPlace, context: FieldTypeContext): JsonValue;
  /**
   * True if it is shown whenever given, even if it equals the default (OpenSearch's `Explicit`).
   */
  readonly explicit?: boolean;
  readonly acceptsNull?: boolean;
  /** True for permitted changes of a parameter that is not updatable. */
  readonly mayChange?: (from: JsonValue, to: JsonValue) => boolean;
  /** The default, if it depends on other parameters or the index. */
  readonly defaultFrom?: (values: ParameterValues, context: FieldTypeContext) => JsonValue;
  /** The form of a value in messages, if it is not plain. */
  readonly shown?: (value: JsonValue) => string;
  /**
   * False if a field does not have the parameter, depending on others: it is then not listed among
   * the defaults.
   */
  readonly appliesTo?: (values: ParameterValues) => boolean;
  /** True if it is shown although not configured. */
  readonly showAlso?: (values: ParameterValues) => boolean;
}

type Options = Partial<Omit<Parameter, 'name' | 'parse' | 'default'>>;

/** A boolean in mappings, as in OpenSearch: true, false and their strings. */
export function mappingBoolean(value: JsonValue): boolean {
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  throw new ApiError(
    'illegal_argument_exception',
    `Failed to parse value [${javaText(value)}] as only [true] or [false] are allowed.`,
  );
}

export function flag(name: string, fallback: boolean, options: Options = {}): Parameter {
  return { updatable: false, ...options, name, default: fallback, parse: mappingBoolean };
}

/** A flag whose default is an index setting; shown whenever given. */
function explicitFlag(name: string, fallback: (context: FieldTypeContext) => boolean): Parameter {
  return {
    ...flag(name, false, { updatable: true, explicit: true }),
    defaultFrom: (_values, context) => fallback(context),
  };
}

export function integer(name: string, fallback: number, options: Options = {}): Parameter {
  return { updatable: false, ...options, name, default: fallback, parse: mappingInteger };
}

/** An integer of 32 bits in mappings: a number or its text. */
export function mappingInteger(value: JsonValue): number {
  const text = javaText(value);
  if (typeof value === 'number') {
    if (!Number.isInteger(value)) {
      throw new ApiError('illegal_argument_exception', `${text} is not an integer value`);
    }
    if (!isInteger32(value)) throw new ApiError('arithmetic_exception', 'integer overflow');
    return value;
  }
  const number = typeof value === 'string' && /^[+-]?\d+$/.test(value) ? Number(value) : Number.NaN;
  if (isInteger32(number)) return number;
  throw new ApiError('number_format_exception', `For input string: "${text}"`);
}

function isInteger32(value: number): boolean {
  return Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31;
}

export function decimal(name: string, fallback: JsonValue, options: Options = {}): Parameter {
  const parse = (value: JsonValue): number => {
    const number = typeof value === 'number' ? value : parseJavaDouble(javaText(value));
    if (Number.isFinite(number)) return number;
    throw new ApiError('number_format_exception', `For input string: "${javaText(value)}"`);
  };
  return { updatable: false, ...options, name, default: fallback, parse };
}

/** Other values become texts, as Java shows them. */
export function text(name: string, fallback: string | null, options: Options = {}): Parameter {
  return {
    updatable: false,
    ...options,
    name,
    default: fallback,
    parse: (value) => (value === null ? null : javaText(value)),
  };
}

export function oneOf(
  name: string,
  choices: readonly string[],
  options: Options & { readonly fallback: string },
): Parameter {
  const { fallback, ...rest } = options;
  const parse = (value: JsonValue): string => {
    const word = javaText(value);
    if (choices.includes(word)) return word;
    throw new ApiError(
      'mapper_parsing_exception',
      `Unknown value [${word}] for field [${name}] - accepted values are [${choices.join(', ')}]`,
    );
  };
  return { updatable: false, ...rest, name, default: fallback, parse };
}

/** Metadata of a field: up to five string entries, shown in key order. */
export const meta: Parameter = {
  name: 'meta',
  default: {},
  updatable: true,
  parse: (value, { path }) => checkedMeta(value, path),
};

export function checkedMeta(value: JsonValue, path: string): JsonObject {
  if (!isJsonObject(value)) {
    throw metaError(
      `[meta] must be an object, got ${javaClass(value)}[${javaText(value)}] for field [${path}]`,
    );
  }
  const keys = Object.keys(value);
  if (keys.length > 5) {
    throw metaError(
      `[meta] can't have more than 5 entries, but got ${keys.length} on field [${path}]`,
    );
  }
  for (const key of keys) checkMetaEntry(key, value[key] ?? null, path);
  return Object.fromEntries(keys.sort().map((key) => [key, value[key] ?? null]));
}

function checkMetaEntry(key: string, value: JsonValue, path: string): void {
  if (key.length > 20) {
    throw metaError(
      `[meta] keys can't be longer than 20 chars, but got [${key}] for field [${path}]`,
    );
  }
  if (value === null) {
    throw metaError(`[meta] values can't be null (field [${path}])`);
  }
  if (typeof value !== 'string') {
    throw metaError(
      `[meta] values can only be strings, but got ${javaClass(value)}[${javaText(value)}] for field [${path}]`,
    );
  }
  if (value.length > 500) {
    throw metaError(
      `[meta] values can't be longer than 500 chars, but got [${value}] for field [${path}]`,
    );
  }
}

function metaError(reason: string): ApiError {
  return new ApiError('mapper_parsing_exception', reason);
}

export const indexFlag = flag('index', true);
export const docValuesFlag = flag('doc_values', true);
export const storeFlag = flag('store', false);
export const boostFactor = decimal('boost', 1, { updatable: true });
export const ignoreMalformed = explicitFlag(
  'ignore_malformed',
  (context) => context.ignoreMalformedDefault,
);
/** The flags of types whose values are indexed and may be malformed. */
export const VALUE_FLAGS = [indexFlag, docValuesFlag, storeFlag, ignoreMalformed];
export const coerce = explicitFlag('coerce', (context) => context.coerceDefault);

/** `locale` of dates, in Java's form. */
export const locale: Parameter = {
  name: 'locale',
  default: '',
  updatable: false,
  parse: (value) => localeText(parseLocale(javaText(value))),
};

export function localeOf(values: ParameterValues): Locale {
  return parseLocale(values.text('locale') ?? '');
}

/** `null_value` of a type whose values are texts. */
export const textNullValue: Parameter = text('null_value', null, { acceptsNull: true });

/** `null_value`, validated by the type when it builds the field. */
export const nullValue: Parameter = {
  name: 'null_value',
  default: null,
  updatable: false,
  acceptsNull: true,
  parse: (value) => value,
};
