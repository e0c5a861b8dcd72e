/** Values of a JSON type a field cannot read, in the words of the reference's JSON parser. */
import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { FieldSink, MappedField } from './field_type.js';

const SOURCE = 'at [Source: REDACTED (`StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION` disabled)';

/** An object, array or boolean where a number is read. */
export function malformedStructure(value: JsonValue, sink: FieldSink): ApiError {
  return new ApiError(
    'json_parse_exception',
    `Current token (${tokenOf(value)}) not numeric, can not use numeric value accessors\n ${SOURCE}; ${sink.location()}]`,
  );
}

/** A number or object where a boolean is read. */
export function notBoolean(value: JsonValue, sink: FieldSink): ApiError {
  return new ApiError(
    'json_parse_exception',
    `Current token (${tokenOf(value)}) not of boolean type\n ${SOURCE}; ${sink.location()}]`,
  );
}

/** An object or array where text is read. */
export function notText(value: JsonValue, sink: FieldSink): ApiError {
  const [line, column] = sink.location().match(/\d+/g) ?? [];
  const at = `${line}:${Number(column) - 1}`;
  return new ApiError('illegal_state_exception', `Can't get text on a ${tokenOf(value)} at ${at}`);
}

function tokenOf(value: JsonValue): string {
  if (value === null) return 'VALUE_NULL';
  if (typeof value === 'boolean') return value ? 'VALUE_TRUE' : 'VALUE_FALSE';
  if (typeof value === 'string') return 'VALUE_STRING';
  if (typeof value === 'bigint') return 'VALUE_NUMBER_INT';
  if (typeof value === 'number') {
    return Number.isInteger(value) ? 'VALUE_NUMBER_INT' : 'VALUE_NUMBER_FLOAT';
  }
  return Array.isArray(value) ? 'START_ARRAY' : 'START_OBJECT';
}

/** What Elasticsearch's parser of objects says of a token of another kind. */
export function unexpectedToken(wanted: string, value: JsonValue): string {
  return `Failed to parse object: expecting token of type [${wanted}] but found [${kindOf(value)}]`;
}

function kindOf(value: JsonValue): string {
  if (typeof value === 'boolean') return 'VALUE_BOOLEAN';
  return tokenOf(value).replace(/_(INT|FLOAT)$/, '');
}

/**
 * `ignore_malformed` of fields whose values are whole structures: what cannot be read is left out
 * and named in `_ignored`.
 */
export function forgiving(path: string, add: MappedField['index']): MappedField['index'] {
  return (value, sink) => {
    try {
      add(value, sink);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      sink.ignore(path);
    }
  };
}
