/** Errors for values of a wrong JSON type, in the words of OpenSearch's JSON parser. */
import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { FieldSink, MappedField } from './field_type.js';

const SOURCE = 'at [Source: REDACTED (`StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION` disabled)';

/** The error for an object, array or boolean in place of a number. */
export function malformedStructure(value: JsonValue, sink: FieldSink): ApiError {
  return new ApiError(
    'json_parse_exception',
    `Current token (${tokenOf(value)}) not numeric, can not use numeric value accessors\n ${SOURCE}; ${sink.location()}]`,
  );
}

/** The error for a number or object in place of a boolean. */
export function notBoolean(value: JsonValue, sink: FieldSink): ApiError {
  return new ApiError(
    'json_parse_exception',
    `Current token (${tokenOf(value)}) not of boolean type\n ${SOURCE}; ${sink.location()}]`,
  );
}

/** The error for an object or array in place of text. */
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

/** The message of Elasticsearch's object parser for an unexpected token. */
export function unexpectedToken(wanted: string, value: JsonValue): string {
  return `Failed to parse object: expecting token of type [${wanted}] but found [${kindOf(value)}]`;
}

function kindOf(value: JsonValue): string {
  if (typeof value === 'boolean') return 'VALUE_BOOLEAN';
  return tokenOf(value).replace(/_(INT|FLOAT)$/, '');
}

/**
 * `ignore_malformed` for fields with structured values: a malformed value is omitted and listed in
 * `_ignored`.
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
