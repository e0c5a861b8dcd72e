/** `fields`, `docvalue_fields` (names or `{field, format}`), `stored_fields`, `indices_boost`. */
import {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '@skein/content';
import { ApiError } from '@skein/errors';
import { floatOf, isScalar, textOf, textOrNull, tokenName } from '../queries/options.js';
import type { FieldAndFormat, IndexBoost } from './search_request.js';

/** The format that once meant the field's own: still accepted, without effect. */
const FORMER_DEFAULT_FORMAT = 'use_field_mapping';

export function parseFieldsAndFormats(option: string, json: JsonArray): readonly FieldAndFormat[] {
  return json.map((entry) => {
    if (typeof entry === 'string') return { field: entry, format: undefined };
    if (isJsonObject(entry)) return fieldAndFormat(option, entry);
    throw new ApiError(
      'parsing_exception',
      `[${option}] doesn't support values of type: ${tokenName(entry)}`,
    );
  });
}

function fieldAndFormat(option: string, entry: JsonObject): FieldAndFormat {
  for (const key of Object.keys(entry)) {
    if (key !== 'field' && key !== 'format') {
      throw new ApiError('x_content_parse_exception', `[${option}] unknown field [${key}]`);
    }
  }
  if (entry.field === undefined || entry.field === null) {
    throw new ApiError('illegal_argument_exception', 'Required [field]');
  }
  const format = textOrNull(entry.format ?? null);
  return {
    field: textOf(entry.field),
    format: format === FORMER_DEFAULT_FORMAT ? undefined : format,
  };
}

export function parseStoredFields(json: JsonValue): readonly string[] {
  const names = isJsonArray(json) ? json.map((each) => textOf(each)) : [textOf(json)];
  if (names.length > 1 && names.includes('_none_')) {
    throw new ApiError('illegal_argument_exception', 'cannot combine _none_ with other fields');
  }
  return names;
}

/** `[{"logs-*": 2}, …]`, or the older `{"logs": 2, …}`. */
export function parseIndicesBoost(json: JsonValue): readonly IndexBoost[] {
  if (isJsonObject(json)) return boostsOf(json);
  if (!isJsonArray(json)) return [];
  return json.flatMap((entry) => {
    if (!isJsonObject(entry)) {
      const reason = `Expected [START_OBJECT] in [indices_boost] but found [${tokenName(entry)}]`;
      throw new ApiError('parsing_exception', reason);
    }
    return boostsOf(entry);
  });
}

function boostsOf(json: JsonObject): readonly IndexBoost[] {
  return Object.entries(json).map(([index, boost = null]) => {
    if (!isScalar(boost)) {
      const reason = `Expected [VALUE_NUMBER] in [indices_boost] but found [${tokenName(boost)}]`;
      throw new ApiError('parsing_exception', reason);
    }
    return { index, boost: floatOf(boost) };
  });
}
