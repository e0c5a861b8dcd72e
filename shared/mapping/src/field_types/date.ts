/**
 * `date` (milliseconds) and `date_nanos` (nanoseconds): longs since the epoch, parsed and shown
 * with the field's format.
 */

import type { JsonValue } from '@skein/content';
import { checkWords, type DateFormat, parseDateFormat } from '@skein/dates';
import { ApiError } from '@skein/errors';
import {
  DATE_UNIT,
  type DateUnit,
  DEFAULT_DATE_FORMAT,
  dateDisplay,
  dateQueries,
} from './date_behaviour.js';
import { storeValue } from './field_names_spec.js';
import type { FieldSink, FieldTypeDefinition } from './field_type.js';
import { mappedField } from './mapped_field.js';
import { forgive, numberSpec } from './number.js';
import {
  boostFactor,
  docValuesFlag,
  ignoreMalformed,
  indexFlag,
  locale,
  localeOf,
  meta,
  storeFlag,
  text,
  textNullValue,
} from './parameter.js';

/** Defines a date type with one unit. */
export function dateType(
  unit: DateUnit,
  given: Pick<FieldTypeDefinition, 'name' | 'derivable' | 'runtime'>,
): FieldTypeDefinition {
  const { name: typeName } = given;
  return {
    ...given,
    parameters: [
      indexFlag,
      docValuesFlag,
      storeFlag,
      text('format', DEFAULT_DATE_FORMAT),
      text('print_format', null),
      locale,
      textNullValue,
      ignoreMalformed,
      boostFactor,
      meta,
    ],
    build: (path, values) => {
      const format = dateFormat(path, values.text('format') ?? DEFAULT_DATE_FORMAT);
      const shown = values.text('print_format');
      const printer = shown === undefined ? format : dateFormat(path, shown);
      for (const used of [format, printer]) checkWords(used, localeOf(values));
      const spec = numberSpec(path, values, 'long');
      const stored = values.flag('store');
      const add = (value: JsonValue, sink: FieldSink): void => {
        const instant = unit.parse(String(value), format);
        if (stored) storeValue(spec, printer.format(unit.toMs(instant)), sink);
        if (spec.column !== 'none') sink.add({ kind: 'number', spec, value: instant });
      };
      const boost = values.number('boost');
      const field = { typeName, spec, unit, boost };
      return mappedField({
        name: path,
        typeName,
        spec,
        values: { kind: 'instant', perMs: unit.perMs, pattern: printer.pattern },
        stored,
        readsText: true,
        searchable: values.flag('index') || values.flag('doc_values'),
        aggregatable: values.flag('doc_values'),
        boost,
        nullValue: nullDate(values.text('null_value'), unit, format),
        ...dateQueries({ ...field, format }),
        ...dateDisplay({ ...field, format: printer }, values.flag('doc_values')),
        index: values.flag('ignore_malformed')
          ? (value, sink) => forgive(path, value, sink, add)
          : add,
      });
    },
  };
}

export const date = dateType(DATE_UNIT.milliseconds, {
  name: 'date',
  derivable: true,
  runtime: true,
});
export const dateNanos = dateType(DATE_UNIT.nanoseconds, { name: 'date_nanos' });

function dateFormat(path: string, pattern: string): DateFormat {
  try {
    return parseDateFormat(pattern);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const leaf = path.slice(path.lastIndexOf('.') + 1);
    throw new ApiError(
      'illegal_argument_exception',
      `Error parsing [format] on field [${leaf}]: ${error.message}`,
      { cause: error },
    );
  }
}

/** An invalid `null_value` is shown and never used. */
function nullDate(
  given: string | undefined,
  unit: DateUnit,
  format: DateFormat,
): string | undefined {
  if (given === undefined) return undefined;
  try {
    unit.parse(given, format);
    return given;
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
