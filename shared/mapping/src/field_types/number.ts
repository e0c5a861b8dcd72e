/**
 * The numeric types: one definition for all widths of `number_kind.ts`, with a column of values,
 * and points for ranges.
 */

import { float32Text, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { FieldSpec } from '@skein/search_library';
import { storeValue } from './field_names_spec.js';
import { fieldSpec, searchedColumn } from './field_spec.js';
import type { FieldSink, FieldTypeDefinition, MappedField } from './field_type.js';
import { compactLong, parseJavaDouble } from './java_number.js';
import { malformedStructure } from './malformed.js';
import { mappedField } from './mapped_field.js';
import { floatDisplay, integerDisplay } from './number_display.js';
import {
  BYTE,
  type ColumnNumber,
  DOUBLE,
  FLOAT,
  type FloatKind,
  floatOf,
  HALF_FLOAT,
  INTEGER,
  type IntegerKind,
  LONG,
  numberOperand,
  SHORT,
  UNSIGNED_LONG,
  unroundedFloat,
} from './number_kind.js';
import { floatQueries, integerQueries } from './number_queries.js';
import { coerce, meta, nullValue, VALUE_FLAGS } from './parameter.js';
import type { ParameterValues } from './parameter_values.js';

const PARAMETERS = [...VALUE_FLAGS, coerce];

interface NumberTraits {
  readonly derivable?: boolean;
  readonly runtime?: boolean;
  readonly indexOrder?: MappedField['indexOrder'];
}

/** Defines a type of one width; `number_kind.ts` has the common ones. */
function numberType(
  kind: IntegerKind | FloatKind,
  { derivable = false, runtime = false, indexOrder = 'column' }: NumberTraits = {},
): FieldTypeDefinition {
  return {
    name: kind.name,
    derivable,
    runtime,
    parameters: [...PARAMETERS, { ...nullValue, parse: (value) => nullOperand(kind, value) }, meta],
    build: (path, values) => {
      const spec = numberSpec(path, values, kind.integral ? 'long' : 'double');
      const field = numberField({
        spec,
        values,
        typeName: kind.name,
        nullValue: values.get('null_value') ?? undefined,
        ...(kind.integral ? integers(kind, spec, values) : floats(kind, spec, values)),
      });
      return { ...field, indexOrder, collapses: true };
    },
  };
}

export const long = numberType(LONG, { derivable: true, runtime: true });
export const integer = numberType(INTEGER);
export const short = numberType(SHORT);
export const byte = numberType(BYTE);
export const unsignedLong = numberType(UNSIGNED_LONG, { indexOrder: 'never' });
export const double = numberType(DOUBLE, { derivable: true, runtime: true });
export const float = numberType(FLOAT, { derivable: true });
export const halfFloat = numberType(HALF_FLOAT, { indexOrder: 'never' });

export function numberSpec(
  path: string,
  values: ParameterValues,
  column: 'long' | 'double',
): FieldSpec {
  return fieldSpec(path, {
    column: searchedColumn(values, column),
    points: values.flag('index'),
  });
}

/** The members of a numeric field that depend on the width of its numbers. */
type WidthMembers = Pick<NumberFieldOptions, 'read' | 'toStore' | 'behaviour'>;

function integers(kind: IntegerKind, spec: FieldSpec, values: ParameterValues): WidthMembers {
  const coerced = values.flag('coerce');
  const smallest = Math.max(Number(kind.min), Number.MIN_SAFE_INTEGER);
  const largest = Math.min(Number(kind.max), Number.MAX_SAFE_INTEGER);
  const read = (value: JsonValue, sink: FieldSink): ColumnNumber => {
    if (typeof value === 'number' && Number.isInteger(value)) {
      if (value >= smallest && value <= largest) return value === 0 ? 0 : value;
    }
    const reading = { coerce: coerced, location: () => sink.location() };
    return compactLong(kind.fromDocument(numberToken(value, sink), reading));
  };
  const behaviour = { ...integerQueries(kind, spec), ...integerDisplay(kind, spec.name, spec) };
  return { read, toStore: (column) => column, behaviour };
}

function floats(kind: FloatKind, spec: FieldSpec, values: ParameterValues): WidthMembers {
  const coerced = values.flag('coerce');
  return {
    read: (value, sink) => floatOf(kind, numberToken(value, sink), coerced),
    toStore: (_column, value, sink) => unroundedFloat(kind, numberToken(value, sink)),
    behaviour: { ...floatQueries(kind, spec), ...floatDisplay(kind, spec.name, spec) },
  };
}

interface NumberFieldOptions {
  readonly spec: FieldSpec;
  readonly values: ParameterValues;
  readonly typeName: string;
  readonly read: (value: JsonValue, sink: FieldSink) => ColumnNumber;
  /** The form that `store: true` keeps of a document's value. */
  readonly toStore: (column: ColumnNumber, value: JsonValue, sink: FieldSink) => ColumnNumber;
  readonly nullValue: JsonValue | undefined;
  readonly behaviour: Partial<MappedField> & Pick<MappedField, 'shownValues'>;
}

/**
 * The common handling of a value by numeric fields: parses it, possibly ignores it, and adds it to
 * column and points. As in OpenSearch, an empty string stands for a null if the mapping coerces.
 */
export function numberField(options: NumberFieldOptions): MappedField {
  const { spec, values, read, nullValue } = options;
  const stored = values.flag('store');
  const lenient = values.flag('ignore_malformed');
  const coerced = values.flag('coerce');
  const add = (given: JsonValue, sink: FieldSink): void => {
    const value = given === '' && coerced ? nullValue : given;
    if (value === undefined) return;
    const number = read(value, sink);
    if (stored) storeValue(spec, options.toStore(number, value, sink), sink);
    if (spec.column !== 'none') sink.add({ kind: 'number', spec, value: number });
  };
  const { shownValues } = options.behaviour;
  return mappedField({
    name: spec.name,
    typeName: options.typeName,
    spec,
    stored,
    searchable: values.flag('index') || values.flag('doc_values'),
    aggregatable: values.flag('doc_values'),
    boost: Number(values.get('boost') ?? 1),
    nullValue,
    ...options.behaviour,
    shownValues: (value, shown) =>
      shownValues(value === '' && nullValue !== undefined ? nullValue : value, shown),
    ...(values.flag('doc_values') ? {} : { sortField: () => refuseUncolumned(spec.name, options) }),
    index: lenient ? (value, sink) => forgive(spec.name, value, sink, add) : add,
  });
}

/** Without `doc_values` the column only serves ranges. */
function refuseUncolumned(name: string, { typeName }: NumberFieldOptions): never {
  throw new ApiError(
    'illegal_argument_exception',
    `Can't load fielddata on [${name}] because fielddata is unsupported on fields of type [${typeName}]. Use doc values instead.`,
  );
}

/** `ignore_malformed`: a malformed scalar is omitted and listed in `_ignored`. */
export function forgive(
  name: string,
  value: JsonValue,
  sink: FieldSink,
  add: (value: JsonValue, sink: FieldSink) => void,
): void {
  try {
    add(value, sink);
  } catch (error) {
    const structure = typeof value === 'object' && value !== null;
    if (!(error instanceof ApiError) || structure) throw error;
    sink.ignore(name);
  }
}

export function numberToken(value: JsonValue, sink: FieldSink): string | ColumnNumber {
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'string')
    return value;
  throw malformedStructure(value, sink);
}

/**
 * `null_value` is kept as a number of the field's width, in the fewest digits that stand for it. As
 * in OpenSearch, that of a half float is a float.
 */
function nullOperand(kind: IntegerKind | FloatKind, value: JsonValue): JsonValue {
  if (value === null) return null;
  const operand = numberOperand(value);
  if (kind.integral) {
    const number = typeof operand === 'string' ? parseJavaDouble(operand) : Number(operand);
    if (number % 1 !== 0) {
      const reason = `Value [${String(value)}] has a decimal part`;
      throw new ApiError('illegal_argument_exception', reason);
    }
    return compactLong(kind.fromQuery(operand));
  }
  const number = unroundedFloat(kind, operand);
  return kind.narrow ? Number(float32Text(number)) : number;
}
