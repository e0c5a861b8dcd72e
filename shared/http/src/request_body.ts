/**
 * The body of a request, read lazily: a bulk's bytes are never parsed here, a search's object is. Errors are those of the reference:
 * `request body is required` where there must be one, the parser's own with line and column where it is malformed.
 */
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  parseYaml,
} from '@skein/content';
import { ApiError } from '@skein/errors';
import type { BodyFormat } from './content_type.js';

export class RequestBody {
  readonly bytes: Uint8Array;
  readonly format: BodyFormat;

  constructor(bytes: Uint8Array, format: BodyFormat) {
    this.bytes = bytes;
    this.format = format;
  }

  get present(): boolean {
    return this.bytes.length > 0;
  }

  /** The bytes, which must be there. */
  required(): Uint8Array {
    if (!this.present) throw new ApiError('parse_exception', 'request body is required');
    return this.bytes;
  }

  /** The value of a JSON or YAML body; `undefined` without a body. */
  value(): JsonValue | undefined {
    if (!this.present) return undefined;
    if (this.format === 'yaml') return parseYaml(new TextDecoder().decode(this.bytes));
    return parseJson(this.bytes);
  }

  /** The object of the body; `undefined` without a body, an error when it is anything but an object. */
  object(): JsonObject | undefined {
    const value = this.value();
    if (value === undefined || isJsonObject(value)) return value;
    throw new ApiError(
      'parsing_exception',
      `Expected [START_OBJECT] but found [${startTokenOf(value)}]`,
      { metadata: { line: 1, col: 1 } },
    );
  }

  /** The object of the body, which must be there. */
  requiredObject(): JsonObject {
    this.required();
    return this.object() ?? {};
  }
}

function startTokenOf(value: JsonValue): string {
  if (Array.isArray(value)) return 'START_ARRAY';
  if (value === null) return 'VALUE_NULL';
  if (typeof value === 'boolean') return 'VALUE_BOOLEAN';
  return typeof value === 'string' ? 'VALUE_STRING' : 'VALUE_NUMBER';
}

export const NO_BODY = new RequestBody(new Uint8Array(0), 'json');
