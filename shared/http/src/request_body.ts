/**
 * The body of a request, read lazily: a bulk's bytes are never parsed here, a search's object is. Errors are those of the reference:
 * `request body is required` where there must be one, the parser's own with line and column where it is malformed.
 */
import { type JsonObject, type JsonValue, parseJson, parseObject, parseYaml } from '@skein/content';
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
    return this.present ? parseObject(this.bytes, this.format === 'yaml') : undefined;
  }

  /** The object of the body, which must be there. */
  requiredObject(): JsonObject {
    this.required();
    return this.object() ?? {};
  }
}

export const NO_BODY = new RequestBody(new Uint8Array(0), 'json');
