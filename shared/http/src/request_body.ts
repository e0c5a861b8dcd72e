/**
 * The body of a request, read lazily: a bulk's bytes are never parsed here, a search's object is.
 * Errors are those of the reference: `request body is required` where there must be one, the
 * parser's own with line and column where it is malformed.
 */
import { formatByteSize } from '@skein/base';
import {
  BODY_LIMITS,
  type JsonObject,
  type JsonValue,
  objectOf,
  parseJson,
  parseJsonInPieces,
  parseYaml,
} from '@skein/content';
import { ApiError } from '@skein/errors';
import type { BodyFormat } from './content_type.js';

/** YAML is written by people; it is read in one go. */
const MAX_YAML_BYTES = 256 * 1024;

export class RequestBody {
  readonly bytes: Uint8Array;
  readonly format: BodyFormat;
  #outcome: { readonly value: JsonValue } | { readonly fault: unknown } | undefined;

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

  /**
   * Reads a large body with pauses; its value is then there, or the fault that its reader is told.
   */
  *read(): Generator<void, void> {
    if (!this.present || this.format === 'yaml') return;
    try {
      this.#outcome = { value: yield* parseJsonInPieces(this.bytes, BODY_LIMITS) };
    } catch (fault) {
      this.#outcome = { fault };
    }
  }

  /** The value of a JSON or YAML body; `undefined` without a body. */
  value(): JsonValue | undefined {
    if (!this.present) return undefined;
    if (this.#outcome === undefined) return this.#parsed();
    if ('fault' in this.#outcome) throw this.#outcome.fault;
    return this.#outcome.value;
  }

  /**
   * The object of the body; `undefined` without a body, an error when it is anything but an object.
   */
  object(): JsonObject | undefined {
    const value = this.value();
    return value === undefined ? undefined : objectOf(value);
  }

  #parsed(): JsonValue {
    if (this.format !== 'yaml') return parseJson(this.bytes);
    if (this.bytes.length > MAX_YAML_BYTES) {
      throw new ApiError(
        'content_too_long_exception',
        `entity content of type YAML is too long: [${formatByteSize(this.bytes.length)}] of at most [${formatByteSize(MAX_YAML_BYTES)}]; JSON may be longer`,
      );
    }
    return parseYaml(new TextDecoder().decode(this.bytes));
  }

  /** The object of the body, which must be there. */
  requiredObject(): JsonObject {
    this.required();
    return this.object() ?? {};
  }
}

export const NO_BODY = new RequestBody(new Uint8Array(0), 'json');
