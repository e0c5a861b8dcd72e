/** Parses a body that must be an object. */
import { ApiError } from '@skein/errors';
import { parseJson } from './parse_json.js';
import { isJsonObject, type JsonObject, type JsonValue } from './value.js';
import { parseYaml } from './yaml.js';

/** A JSON or YAML object; throws OpenSearch's error when the value is anything else. */
export function parseObject(bytes: Uint8Array, isYaml: boolean): JsonObject {
  return objectOf(isYaml ? parseYaml(new TextDecoder().decode(bytes)) : parseJson(bytes));
}

/** Checks that a value is an object. */
export function objectOf(value: JsonValue): JsonObject {
  if (isJsonObject(value)) return value;
  throw new ApiError(
    'parsing_exception',
    `Expected [START_OBJECT] but found [${startTokenOf(value)}]`,
    { metadata: { line: 1, col: 1 } },
  );
}

function startTokenOf(value: JsonValue): string {
  if (Array.isArray(value)) return 'START_ARRAY';
  if (value === null) return 'VALUE_NULL';
  if (typeof value === 'boolean') return 'VALUE_BOOLEAN';
  return typeof value === 'string' ? 'VALUE_STRING' : 'VALUE_NUMBER';
}
