/**
 * Detects the field type of a JSON scalar: numbers, booleans, dates by their form, else text with a
 * keyword multi-field.
 */
import { JSON_TOKEN, type JsonObject, type JsonReader } from '@skein/content';
import { parseDateFormat } from '@skein/dates';
import { ApiError } from '@skein/errors';
import { DEFAULT_DATE_FORMAT } from '../field_types/date_behaviour.js';
import type { MatchType } from '../tree/dynamic_template.js';
import type { RootMapping } from '../tree/mapping_tree.js';

interface DetectedType {
  /** Used by dynamic templates. */
  readonly type: MatchType;
  /** The mapping if no template matches. */
  readonly mapping: JsonObject;
  /** The definition as a runtime field, if it differs. */
  readonly runtime?: JsonObject;
}

const LONG: DetectedType = { type: 'long', mapping: { type: 'long' } };
const DOUBLE: DetectedType = {
  type: 'double',
  mapping: { type: 'float' },
  runtime: { type: 'double' },
};
const BOOLEAN: DetectedType = { type: 'boolean', mapping: { type: 'boolean' } };
const STRING: DetectedType = {
  type: 'string',
  mapping: { type: 'text', fields: { keyword: { type: 'keyword', ignore_above: 256 } } },
  runtime: { type: 'keyword' },
};

const DEFAULT_DYNAMIC_FORMATS = [
  DEFAULT_DATE_FORMAT,
  'yyyy/MM/dd HH:mm:ss||yyyy/MM/dd||epoch_millis',
];

const LONG_TEXT = /^[+-]?\d{1,19}$/;
const DOUBLE_TEXT = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[dDfF]?\s*$/;

export function detectType(reader: JsonReader, root: RootMapping): DetectedType {
  switch (reader.token) {
    case JSON_TOKEN.NUMBER:
      return reader.isInteger() ? LONG : DOUBLE;
    case JSON_TOKEN.TRUE:
    case JSON_TOKEN.FALSE:
      return BOOLEAN;
    default:
      return detectText(reader.text(), root);
  }
}

function detectText(text: string, root: RootMapping): DetectedType {
  const isLong = LONG_TEXT.test(text);
  const isDouble = isLong || DOUBLE_TEXT.test(text);
  if (isDouble) {
    if (!root.numericDetection) return STRING;
    return isLong ? LONG : DOUBLE;
  }
  if (root.dateDetection === false) return STRING;
  const formats = root.dynamicDateFormats ?? DEFAULT_DYNAMIC_FORMATS;
  const format = formats.find((pattern) => isDate(text, pattern));
  if (format === undefined) return STRING;
  const mapping = format === DEFAULT_DATE_FORMAT ? { type: 'date' } : { type: 'date', format };
  return { type: 'date', mapping };
}

function isDate(text: string, pattern: string): boolean {
  try {
    parseDateFormat(pattern).parseMs(text);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}
